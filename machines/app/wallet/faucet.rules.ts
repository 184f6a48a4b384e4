/** The form that asks the faucet of the development chain for coins: nothing can be wrong with it. */
import type { SubmissionRules } from '../core/submission.machine.ts';

export type FaucetFields = { readonly currencyId: string; readonly chain: string };

export const FAUCET_RULES: SubmissionRules<FaucetFields, null> = {
  empty: { currencyId: '', chain: '' },
  problems: () => [],
  refusals: {},
  secrets: [],
};
