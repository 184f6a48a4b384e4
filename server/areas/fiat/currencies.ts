/** The currencies of the fiat market: fiat currencies by their table, and coins of the ledger. */
import { ensure } from '../../../contract/assert.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { findFiatCurrencies, insertMissingFiatCurrencies } from './currencies.repo.ts';
import type { TradeScales } from '../../../contract/figures/fiat.ts';

export interface FiatCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** Decimals of amounts. */
  readonly scale: number;
  readonly priceScale: number;
}

export interface FiatMarketCurrencies {
  /** Coins in the order of lists. */
  readonly coins: readonly Currency[];
  readonly currencies: readonly FiatCurrency[];
  /** Undefined for a coin that is not traded for fiat money. */
  coin(id: number): Currency | undefined;
  currency(code: string): FiatCurrency | undefined;
}

const COINS = ['USDT', 'BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'DOGE'];

/** Code, decimals of amounts, decimals of prices; in the order of lists. */
const CURRENCIES = [
  ['CNY', 2, 4],
  ['USD', 2, 4],
  ['EUR', 2, 4],
  ['JPY', 0, 2],
  ['KRW', 0, 2],
  ['THB', 2, 3],
  ['VND', 0, 0],
  ['HKD', 2, 3],
  ['GBP', 2, 4],
] as const;

/** Adds currencies that a new version brings; changes by operators stay. */
export function seedFiatCurrencies(database: Executor): Promise<void> {
  const rows = CURRENCIES.map(([code, scale, priceScale], position) => ({
    code,
    scale,
    priceScale,
    position,
  }));
  return insertMissingFiatCurrencies(database, rows);
}

export async function readFiatCurrencies(
  database: Executor,
  ledger: Currencies,
): Promise<FiatMarketCurrencies> {
  const coins = COINS.map((code) => ensure(ledger.byCode(code), `currency ${code}`));
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  const rows = await findFiatCurrencies(database);
  const byCode = new Map<string, FiatCurrency>();
  for (const { code, scale, priceScale } of rows) byCode.set(code, { code, scale, priceScale });
  return {
    coins,
    currencies: [...byCode.values()],
    coin: (id) => byId.get(id),
    currency: (code) => byCode.get(code),
  };
}

export const scalesOf = (coin: Currency, fiat: FiatCurrency): TradeScales => ({
  coin: coin.scale,
  amount: fiat.scale,
  price: fiat.priceScale,
});
