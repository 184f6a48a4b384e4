/** Checks of the form that binds a withdrawal address. */
import { sentCodeProblem } from '../identity/account.rules.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type WithdrawalAddressFields = {
  readonly currencyId: string;
  readonly chain: string;
  readonly address: string;
  readonly label: string;
  readonly code: string;
};
type Field = keyof WithdrawalAddressFields;

/** Characters and length that addresses of all chains have; the chain itself checks the rest. */
const ADDRESS = /^[\w:-]{10,128}$/;
const LABEL_LENGTH_MAX = 40;

/**
 * Returns the line for sending, without the spaces that keyboards and the clipboard add around it.
 */
export const cleanLine = (typed: string): string => typed.trim();

export const WITHDRAWAL_ADDRESS_RULES: SubmissionRules<WithdrawalAddressFields, null> = {
  empty: { currencyId: '', chain: '', address: '', label: '', code: '' },
  problems({ address, label, code }) {
    const problems: Problem<Field>[] = [];
    const line = cleanLine(address);
    if (line === '') problems.push({ field: 'address', error: 'invalid_request' });
    else if (!ADDRESS.test(line))
      problems.push({ field: 'address', error: 'withdrawal_address_invalid' });
    const { length } = cleanLine(label);
    if (length === 0 || length > LABEL_LENGTH_MAX)
      problems.push({ field: 'label', error: 'invalid_request' });
    const codeFault = sentCodeProblem(code);
    if (codeFault !== null) problems.push({ field: 'code', error: codeFault });
    return problems;
  },
  refusals: {
    withdrawal_address_invalid: 'address',
    withdrawal_address_bound: 'address',
    code_incorrect: 'code',
    code_expired: 'code',
    code_tries_exhausted: 'code',
  },
  secrets: ['code'],
};
