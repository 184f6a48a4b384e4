/** The instruments of the demo exchange's contracts: coins priced in USDT, and forex pairs priced in USD. */
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { seedDemoLever } from '../../areas/lever/lever.area.ts';
import type { DemoInstrument } from '../../areas/lever/lever.area.ts';
import { INDEXED_PAIRS, seedDemoMicro } from '../../areas/micro/micro.area.ts';
import type { MicroInstrument } from '../../areas/micro/micro.area.ts';
import { FOREX_PAIRS, pairName, SPOT_MARKETS } from '../../areas/market/market.area.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { lockSettings } from '../../kit/settings/settings.repo.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { catalogCurrency } from '../../ledger/currency-catalog.ts';
import { FOREX_QUOTE, SETTLEMENT } from './contract-instruments.ts';

/** Opens contracts on a demo exchange that has none. */
export function seedContracts(
  database: Database,
  currencies: Currencies,
  now: EpochMs,
): Promise<void> {
  const settle = ensure(currencies.byCode(SETTLEMENT), `currency ${SETTLEMENT}`);
  return transaction(database, async (tx) => {
    // Another server may start at the same time.
    await lockSettings(tx);
    await seedDemoLever(tx, demoInstruments(), settle, now);
    await seedDemoMicro(tx, fastInstruments(), settle, now);
  });
}

export function demoInstruments(): readonly DemoInstrument[] {
  const coins = SPOT_MARKETS.filter(({ quote }) => quote.code === SETTLEMENT);
  const pairs = FOREX_PAIRS.filter(({ quoteCode }) => quoteCode === FOREX_QUOTE);
  return [
    ...coins.map(({ id, base, priceScale }, rank) => ({
      spotMarketId: id,
      forexSymbol: null,
      priceScale,
      reference: catalogCurrency(base.code).reference,
      rank,
    })),
    ...pairs.map(({ symbol, baseCode, priceScale }, rank) => ({
      spotMarketId: null,
      forexSymbol: symbol,
      priceScale,
      reference: catalogCurrency(baseCode).reference,
      rank,
    })),
  ];
}

/** The instruments of the index log. */
function fastInstruments(): readonly MicroInstrument[] {
  const coins = SPOT_MARKETS.map(({ id, base, quote, priceScale }) => ({
    instrument: pairName(base.code, quote.code),
    spotMarketId: id,
    forexSymbol: null,
    priceScale,
  }));
  const forex = FOREX_PAIRS.map(({ symbol, baseCode, quoteCode, priceScale }) => ({
    instrument: pairName(baseCode, quoteCode),
    spotMarketId: null,
    forexSymbol: symbol,
    priceScale,
  }));
  return [...coins, ...forex].filter(({ instrument }) => INDEXED_PAIRS.includes(instrument));
}
