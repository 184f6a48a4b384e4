/** The currencies of the fiat market: fiat currencies by their table, and coins of the ledger. */
import { ensure } from '../../../../contract/assert.ts';
import { parseUnits } from '../../../../contract/money/decimal.ts';
import type { Executor } from '../../../kit/db/database.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { FiatCurrencyRow } from './currencies.repo.ts';
import { findFiatCurrencies, insertMissingFiatCurrencies } from './currencies.repo.ts';
import { PER_USDT_SCALE, type TradeScales } from '../../../../contract/figures/fiat.ts';

export interface FiatCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** Decimals of amounts. */
  readonly scale: number;
  readonly priceScale: number;
  /** The price of one USDT, in units of {@link PER_USDT_SCALE}. */
  readonly perUsdt: bigint;
}

export interface FiatMarketCurrencies {
  /** Coins in the order of lists. */
  readonly coins: readonly Currency[];
  readonly currencies: readonly FiatCurrency[];
  /** Undefined for a coin that is not traded for fiat money. */
  coin(id: number): Currency | undefined;
  currency(code: string): FiatCurrency | undefined;
}

/** Currencies in which the price of one USDT can change while the server runs. */
export interface LiveFiatCurrencies extends FiatMarketCurrencies {
  /**
   * Reloads the prices of one USDT. Everything else stays as it was at the start, because stored prices
   * and amounts have those decimals.
   */
  refresh(): Promise<void>;
}

const COINS = ['USDT', 'BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'DOGE'];

/** Code, decimals of amounts, decimals of prices, price of one USDT; in the order of lists. */
const CURRENCIES = [
  ['CNY', 2, 4, '7.1845'],
  ['USD', 2, 4, '1'],
  ['EUR', 2, 4, '0.9206'],
  ['JPY', 0, 2, '151.6'],
  ['KRW', 0, 2, '1385.5'],
  ['THB', 2, 3, '34.25'],
  ['VND', 0, 0, '25380'],
  ['HKD', 2, 3, '7.782'],
  ['GBP', 2, 4, '0.7743'],
] as const;

/** Adds currencies that a new version brings; changes by operators stay. */
export function seedFiatCurrencies(database: Executor): Promise<void> {
  const rows = CURRENCIES.map(([code, scale, priceScale, perUsdt], position) => ({
    code,
    scale,
    priceScale,
    perUsdt,
    position,
  }));
  return insertMissingFiatCurrencies(database, rows);
}

export async function readFiatCurrencies(
  database: Executor,
  ledger: Currencies,
): Promise<LiveFiatCurrencies> {
  const coins = COINS.map((code) => ensure(ledger.byCode(code), `currency ${code}`));
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  const byCode = new Map<string, FiatCurrency>();
  for (const row of await findFiatCurrencies(database)) {
    const { code, scale, priceScale } = row;
    byCode.set(code, { code, scale, priceScale, perUsdt: perUsdtOf(row) });
  }
  return {
    coins,
    get currencies() {
      return [...byCode.values()];
    },
    coin: (id) => byId.get(id),
    currency: (code) => byCode.get(code),
    async refresh() {
      for (const row of await findFiatCurrencies(database)) {
        const known = byCode.get(row.code);
        if (known !== undefined) byCode.set(row.code, { ...known, perUsdt: perUsdtOf(row) });
      }
    },
  };
}

const perUsdtOf = ({ code, perUsdt }: FiatCurrencyRow): bigint =>
  ensure(parseUnits(withoutZeros(perUsdt), PER_USDT_SCALE), `worth of USDT in ${code}`);

export const scalesOf = (coin: Currency, fiat: FiatCurrency): TradeScales => ({
  coin: coin.scale,
  amount: fiat.scale,
  price: fiat.priceScale,
});

/** Removes the trailing zeros that PostgreSQL writes up to the scale of the column. */
const withoutZeros = (numeric: string): string => numeric.replace(/\.?0+$/, '');
