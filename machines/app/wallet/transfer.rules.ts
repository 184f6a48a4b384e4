/** Checks of the form of a transfer between the user's own accounts. */
import { ACCOUNT_TYPES, TRANSFER_ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import { CURRENCY_SCALE } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type TransferFields = {
  readonly currencyId: string;
  /** Account types. */
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};
type Field = keyof TransferFields;

export interface TransferFacts {
  /** Available amount of the coin in the source account; null while unknown. */
  readonly available: string | null;
  /** Whether it is less than the balance, because contract positions need the rest. */
  readonly isMarginInUse?: boolean;
}

export const TRANSFER_RULES: SubmissionRules<TransferFields, TransferFacts> = {
  empty: {
    currencyId: '',
    from: String(ACCOUNT_TYPES.spot),
    to: String(ACCOUNT_TYPES.fiat),
    amount: '',
  },
  problems({ currencyId, from, to, amount }, facts) {
    const problems: Problem<Field>[] = [];
    if (currencyId === '') problems.push({ field: 'currencyId', error: 'currency_not_found' });
    if (from === to) problems.push({ field: 'to', error: 'transfer_accounts_invalid' });
    const fault = amountProblem(amount, facts);
    if (fault !== null) problems.push({ field: 'amount', error: fault });
    return problems;
  },
  refusals: {
    currency_not_found: 'currencyId',
    transfer_accounts_invalid: 'to',
    amount_scale_exceeded: 'amount',
    insufficient_balance: 'amount',
    product_unavailable: 'to',
    margin_in_use: 'amount',
  },
  secrets: [],
};

function amountProblem(
  amount: string,
  { available, isMarginInUse = false }: TransferFacts,
): ProblemName | null {
  const spelling = spellingProblem(amount, CURRENCY_SCALE);
  if (spelling !== null) return spelling;
  const isCovered = available === null || unitsOf(wireAmount(amount)) <= unitsOf(available);
  if (isCovered) return null;
  return isMarginInUse ? 'margin_in_use' : 'insufficient_balance';
}

type Accounts = Pick<TransferFields, 'from' | 'to'>;

const ACCOUNTS = TRANSFER_ACCOUNT_TYPES.map(String);

/** Accounts of products that are switched off: money only leaves them. */
type ClosedAccounts = ReadonlySet<string>;
const NONE: ClosedAccounts = new Set();

/** Returns the accounts that a transfer may go into. */
const openAccounts = (closed: ClosedAccounts): readonly string[] =>
  ACCOUNTS.filter((account) => !closed.has(account));

/** Returns a destination other than `from`: `wanted` if it is valid. */
function destinationBeside(from: string, wanted: string, closed: ClosedAccounts): string {
  const open = openAccounts(closed);
  return wanted !== from && open.includes(wanted)
    ? wanted
    : (open.find((account) => account !== from) ?? wanted);
}

/**
 * Returns the accounts after one was chosen; choosing the account of the other side swaps the two, if that one is open.
 */
export function chosenAccounts(
  { from, to }: Accounts,
  side: 'from' | 'to',
  account: string,
  closed = NONE,
): Accounts {
  if (side === 'to') return { from: account === from ? to : from, to: account };
  return { from: account, to: destinationBeside(account, account === to ? from : to, closed) };
}

/** Returns the accounts the other way round; the destination changes where the source is closed. */
export const swappedAccounts = ({ from, to }: Accounts, closed = NONE): Accounts => ({
  from: to,
  to: destinationBeside(to, from, closed),
});

export interface WishedAccounts {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Returns the initial accounts of a form: the requested ones if they are valid, otherwise from the
 * first account that holds the coin to the first that it can be moved into.
 */
export function firstAccounts(
  wish: WishedAccounts,
  isHeld: (account: string) => boolean,
  closed = NONE,
): Accounts {
  const to = wish.to !== null && openAccounts(closed).includes(wish.to) ? wish.to : null;
  const held = ACCOUNTS.find((account) => account !== to && isHeld(account));
  const asked = wish.from !== null && ACCOUNTS.includes(wish.from) ? wish.from : held;
  const first = asked ?? ACCOUNTS.find((account) => account !== to) ?? TRANSFER_RULES.empty.from;
  return { from: first, to: destinationBeside(first, to ?? TRANSFER_RULES.empty.to, closed) };
}
