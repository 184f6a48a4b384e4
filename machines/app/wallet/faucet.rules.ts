/** Rules of the form for the development chain's faucet, which has no problems of its own. */
import type { SubmissionRules } from '../core/submission.machine.ts';

export type FaucetFields = { readonly currencyId: string; readonly chain: string };

export const FAUCET_RULES: SubmissionRules<FaucetFields, null> = {
  empty: { currencyId: '', chain: '' },
  problems: () => [],
  refusals: {},
  secrets: [],
};
