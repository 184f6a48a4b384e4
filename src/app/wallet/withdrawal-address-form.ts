/** The form that binds a withdrawal address. */
import {
  cleanLine,
  WITHDRAWAL_ADDRESS_RULES,
  type WithdrawalAddressFields,
} from '../../../machines/app/wallet/withdrawal-address.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const withdrawalAddressForm: SubmissionForm<
  'bindWithdrawalAddress',
  WithdrawalAddressFields,
  null
> = {
  name: 'bindWithdrawalAddress',
  rules: WITHDRAWAL_ADDRESS_RULES,
  draft: { about: ['currencyId', 'chain'], keeps: ['address', 'label'] },
  request: ({ currencyId, chain, address, label, code }) => ({
    currency_id: currencyId,
    chain,
    address: cleanLine(address),
    label: cleanLine(label),
    auth_code: code,
  }),
};
