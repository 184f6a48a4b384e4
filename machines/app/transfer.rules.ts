/** What the form of a transfer between own accounts checks by itself. */
import { ACCOUNT_TYPES } from '../../contract/schemas/accounts.ts';
import { spellingProblem, unitsOf, wireAmount } from './amount.rules.ts';
import { CURRENCY_SCALE } from './order-ticket.figures.ts';
import type { Problem, ProblemName } from './problem.ts';
import type { SubmissionRules } from './submission.machine.ts';

export type TransferFields = {
  readonly currencyId: string;
  /** Account types. */
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};
type Field = keyof TransferFields;

export interface TransferFacts {
  /** Of the coin in the account that it leaves; null while that is not known. */
  readonly available: string | null;
}

/** Account types that people move money between: the financial account is moved by its products only (RULES). */
export const TRANSFER_ACCOUNTS: readonly number[] = [
  ACCOUNT_TYPES.spot,
  ACCOUNT_TYPES.contract,
  ACCOUNT_TYPES.fiat,
  ACCOUNT_TYPES.fast_contract,
];

export const TRANSFER_RULES: SubmissionRules<TransferFields, TransferFacts> = {
  empty: {
    currencyId: '',
    from: String(ACCOUNT_TYPES.spot),
    to: String(ACCOUNT_TYPES.contract),
    amount: '',
  },
  problems({ currencyId, from, to, amount }, { available }) {
    const problems: Problem<Field>[] = [];
    if (currencyId === '') problems.push({ field: 'currencyId', error: 'currency_not_found' });
    if (from === to) problems.push({ field: 'to', error: 'transfer_accounts_invalid' });
    const fault = amountProblem(amount, available);
    if (fault !== null) problems.push({ field: 'amount', error: fault });
    return problems;
  },
  refusals: {
    currency_not_found: 'currencyId',
    transfer_accounts_invalid: 'to',
    amount_scale_exceeded: 'amount',
    insufficient_balance: 'amount',
  },
  secrets: [],
};

function amountProblem(amount: string, available: string | null): ProblemName | null {
  const spelling = spellingProblem(amount, CURRENCY_SCALE);
  if (spelling !== null) return spelling;
  const isCovered = available === null || unitsOf(wireAmount(amount)) <= unitsOf(available);
  return isCovered ? null : 'insufficient_balance';
}

/** The accounts after one of them was chosen: choosing the other one's account swaps the two. */
export function chosenAccounts(
  { from, to }: Pick<TransferFields, 'from' | 'to'>,
  side: 'from' | 'to',
  account: string,
): Pick<TransferFields, 'from' | 'to'> {
  if (side === 'from') return { from: account, to: account === to ? from : to };
  return { from: account === from ? to : from, to: account };
}
