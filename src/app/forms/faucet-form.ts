import { FAUCET_RULES, type FaucetFields } from '../../../machines/app/faucet.rules.ts';
import type { SubmissionForm } from './submission-form.ts';

export const faucetForm: SubmissionForm<'claimFaucet', FaucetFields, null> = {
  name: 'claimFaucet',
  rules: FAUCET_RULES,
  request: ({ currencyId, chain }) => ({ currency_id: currencyId, chain }),
};
