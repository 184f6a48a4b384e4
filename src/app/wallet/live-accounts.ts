/** Merges the accounts of a call with the live spot balances. */
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import {
  ACCOUNT_TYPES,
  type Account,
  type AccountList,
  type Balance,
} from '../../../contract/wallet/accounts.ts';

type BalancesById = ReadonlyMap<number, Balance>;

const units = (text: string): bigint => parseUnits(text, SCALE_MAX) ?? 0n;
const text = (value: bigint): string => formatUnits(value, SCALE_MAX);

/**
 * Returns the list with available and frozen from `balances`; equivalents and totals are recomputed
 * at the list's price.
 */
export function withLiveBalances(list: AccountList, balances: BalancesById): AccountList {
  let gained = 0n;
  const groups = list.groups.map((group) => {
    if (group.account_type_id !== ACCOUNT_TYPES.spot) return group;
    const accounts = group.accounts.map((account) => liveAccount(account, balances));
    gained = accounts.reduce(
      (sum, { equivalent }, index) =>
        sum + units(equivalent ?? '0') - units(group.accounts[index]?.equivalent ?? '0'),
      0n,
    );
    return { ...group, accounts, equivalent: text(units(group.equivalent) + gained) };
  });
  return { ...list, groups, equivalent: text(units(list.equivalent) + gained) };
}

function liveAccount(account: Account, balances: BalancesById): Account {
  const balance = balances.get(account.currency_id);
  if (balance === undefined) return account;
  const { available, frozen } = balance;
  const before = units(account.available) + units(account.frozen);
  const now = units(available) + units(frozen);
  const equivalent =
    account.equivalent === null || before === now || before <= 0n
      ? account.equivalent
      : text(mulDiv(units(account.equivalent), now, before, 'floor'));
  return { ...account, available, frozen, equivalent };
}

/** Returns whether the list is older than a first balance of a coin. */
export function lacksBalance(list: AccountList, balances: BalancesById): boolean {
  const spot = list.groups.find((group) => group.account_type_id === ACCOUNT_TYPES.spot);
  const worth = new Map(spot?.accounts.map((account) => [account.currency_id, account]));
  return [...balances.values()].some((balance) => {
    const account = worth.get(balance.currency_id);
    const holds = units(balance.available) + units(balance.frozen) > 0n;
    return holds && (account === undefined || isWorthless(account));
  });
}

/** Listed as empty, so there is no price to compute an equivalent from. */
const isWorthless = ({ available, frozen }: Account): boolean =>
  units(available) + units(frozen) <= 0n;
