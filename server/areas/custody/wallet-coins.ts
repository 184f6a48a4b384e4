/** The coins that can be deposited and withdrawn, by chain. */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { catalogCurrency } from '../../ledger/currency-catalog.ts';
import type { Chain } from './chain.types.ts';
import { coinTerms } from './coin-terms.ts';
import type { ChainCoin, WalletCoins } from './custody.types.ts';
import { DEVELOPMENT_CHAIN } from './development/development-chain.ts';
import { findWalletCoins, findWalletCoinsOf, upsertWalletCoins } from './wallet-coins.repo.ts';
import type { WalletCoinRow } from './wallet-coins.repo.ts';

interface WalletCoinParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly chains: ReadonlyMap<string, Chain>;
}

export function createWalletCoins({ database, currencies, chains }: WalletCoinParts): WalletCoins {
  const present = (row: WalletCoinRow) => {
    const chain = chains.get(row.chain);
    const hasCoin = chain !== undefined && (chain.hasCoin?.(row.currencyId) ?? true);
    return {
      ...row,
      canDeposit: row.canDeposit && hasCoin,
      canWithdraw: row.canWithdraw && hasCoin,
      chainName: chain?.displayName ?? row.chain,
      hasFaucet: chain?.name === DEVELOPMENT_CHAIN,
    };
  };
  // Every withdrawal reads one, so reads of one moment share a statement.
  const coins = new GatheredRead(
    (keys: readonly string[]) => findWalletCoinsOf(database, keys.map(currencyOf)),
    ({ currencyId, chain }) => keyOf(currencyId, chain),
  );
  return {
    async list() {
      return (await findWalletCoins(database)).map(present);
    },
    async find(currencyId, chain) {
      if (currencies.byId(currencyId) === undefined) return refuse('currency_not_found');
      const row = await coins.find(keyOf(currencyId, chain));
      return row === undefined ? refuse('chain_not_found') : ok(present(row));
    },
  };
}

/** A unique key per coin. */
const keyOf = (currencyId: number, chain: string): string => `${currencyId} ${chain}`;
const currencyOf = (key: string): number => Number(key.split(' ', 1)[0]);

/** Inserts the new coins of a chain, with terms that follow their worth in the catalog. */
export async function syncWalletCoins(
  { database, currencies }: Omit<WalletCoinParts, 'chains'>,
  { name: chain, feeCurrencyId }: Pick<Chain, 'name' | 'feeCurrencyId'>,
  coins: readonly ChainCoin[],
): Promise<void> {
  const rows = coins.map((coin) => {
    const { code } = ensure(currencies.byId(coin.currencyId), 'currency of a coin');
    const { minDeposit, minWithdrawal, withdrawalFee } = coinTerms(
      catalogCurrency(code).reference,
      coin.decimals,
      feeCurrencyId !== null,
    );
    const terms = { minDeposit, minWithdrawal, withdrawalFee };
    return { ...coin, ...terms, chain, canDeposit: true, canWithdraw: true };
  });
  await upsertWalletCoins(database, rows);
}
