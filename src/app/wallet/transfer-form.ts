/** The form of a transfer between own accounts. */
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  TRANSFER_RULES,
  type TransferFacts,
  type TransferFields,
} from '../../../machines/app/wallet/transfer.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const transferForm: SubmissionForm<'createTransfer', TransferFields, TransferFacts> = {
  name: 'createTransfer',
  rules: TRANSFER_RULES,
  request: ({ currencyId, from, to, amount }) => ({
    currency_id: currencyId,
    from_account_type_id: from,
    to_account_type_id: to,
    amount: wireAmount(amount),
  }),
  readRecord: (id, api, options) => api.call('getTransfer', { id }, options),
};
