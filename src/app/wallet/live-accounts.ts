/** The accounts that a call listed, with the spot balances as the socket has them since. */
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import {
  ACCOUNT_TYPES,
  type Account,
  type AccountList,
  type Balance,
} from '../../../contract/wallet/accounts.ts';

export type BalancesById = ReadonlyMap<number, Balance>;

const units = (text: string): bigint => parseUnits(text, SCALE_MAX) ?? 0n;
const text = (value: bigint): string => formatUnits(value, SCALE_MAX);

/**
 * Available and frozen as in `balances`; what an account is worth follows at the price that the list
 * was made with, and the totals with it.
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

/** Whether the list was made before a coin came in that the person had none of. */
export function lacksBalance(list: AccountList, balances: BalancesById): boolean {
  const spot = list.groups.find((group) => group.account_type_id === ACCOUNT_TYPES.spot);
  const worth = new Map(spot?.accounts.map((account) => [account.currency_id, account]));
  return [...balances.values()].some((balance) => {
    const account = worth.get(balance.currency_id);
    const holds = units(balance.available) + units(balance.frozen) > 0n;
    return holds && (account === undefined || isWorthless(account));
  });
}

/** Listed as empty: nothing to reckon a worth from. */
const isWorthless = ({ available, frozen }: Account): boolean =>
  units(available) + units(frozen) <= 0n;
