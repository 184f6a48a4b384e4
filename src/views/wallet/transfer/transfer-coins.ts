/** The coins that can be transferred, and their available amounts. */
import type { Account, AccountList } from '../../../../contract/wallet/accounts.ts';
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { currenciesOf } from '../wallet-coins.ts';

export interface TransferCoin {
  readonly currency_id: number;
  readonly currency_code: string;
  readonly currency_name: string;
  readonly logo: string;
}

/** Returns every coin of the wallet, and held currencies without a network. */
export function transferCoins(
  list: AccountList,
  walletCoins: readonly WalletCoin[],
): readonly TransferCoin[] {
  const coins = new Map<number, TransferCoin>(
    currenciesOf(walletCoins).map((coin) => [coin.currency_id, coin]),
  );
  for (const account of list.groups.flatMap(({ accounts }) => accounts))
    if (!coins.has(account.currency_id)) coins.set(account.currency_id, { ...account, logo: '' });
  return [...coins.values()];
}

const isAvailable = ({ available }: Account): boolean => /[1-9]/.test(available);

/** Returns whether an account has an available amount of a coin, or of any. */
export const holdsAvailable = (list: AccountList, typeId: string, currencyId?: string): boolean =>
  list.groups
    .filter(({ account_type_id: type }) => String(type) === typeId)
    .flatMap(({ accounts }) => accounts)
    .filter(({ currency_id: id }) => currencyId === undefined || String(id) === currencyId)
    .some(isAvailable);

/** Returns whether an account has ever held a coin. */
export const holdsAny = (list: AccountList, typeId: number): boolean =>
  list.groups.some(({ account_type_id: type, accounts }) => type === typeId && accounts.length > 0);

/** Returns whether any account has an available amount of a coin. */
export const isHeldAnywhere = (list: AccountList, currencyId: string): boolean =>
  list.groups.some(({ account_type_id: type }) => holdsAvailable(list, String(type), currencyId));

/** Returns the available amount of a coin in an account; `0` if the account never held it. */
export function availableIn(list: AccountList, typeId: string, currencyId: string): string {
  const group = list.groups.find(({ account_type_id: type }) => String(type) === typeId);
  const account = group?.accounts.find(({ currency_id: id }) => String(id) === currencyId);
  return account?.available ?? '0';
}
