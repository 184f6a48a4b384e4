/** A spot exchange over a store in memory, with two markets, and users with balances. */
import { units } from '../../../contract/money/units.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { createLog } from '../../../server/kit/log.ts';
import { WritingExchange } from '../../../server/areas/spot/spot-exchange.ts';
import type { NewSpotOrder, SpotMarketRules } from '../../../server/areas/spot/spot.area.ts';
import { SpotStoreInMemory } from './spot-store-in-memory.ts';

/** Units of one whole coin. */
export const COIN = 10n ** 18n;
export const NOW = 1_800_000_000_000;
export const BTC = 2;
const ETH = 3;
export const USDT = 1;
/** 100 USDT in ticks of {@link BTC_USDT}. */
export const REFERENCE_TICKS = 10_000;

/** Ticks of 0.01 USDT, lots of 0.001 BTC, orders from 1 USDT. */
export const BTC_USDT: SpotMarketRules = {
  id: 1,
  baseCurrencyId: BTC,
  quoteCurrencyId: USDT,
  baseScale: 18,
  quoteScale: 18,
  priceScale: 2,
  quantityScale: 3,
  minNotional: COIN,
  priceBandPpm: 100_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  status: 'trading',
  lotUnits: 10n ** 15n,
  tickLotUnits: 10n ** 13n,
};
const ETH_USDT: SpotMarketRules = { ...BTC_USDT, id: 2, baseCurrencyId: ETH };

interface StartOptions {
  /** The first reference price; null for none. */
  readonly ticks?: number | null;
  readonly referenceMsMax?: number;
}

export interface TestExchange {
  readonly exchange: WritingExchange;
  readonly store: SpotStoreInMemory;
  /** Reasons for which trading ended. */
  readonly fatal: string[];
  readonly reference: { ticks: number | null };
  /** Time of the further steps of large commands. */
  readonly clock: { time: number };
}

/** @param store the state of an earlier exchange. @param createEngine of each market. @param ownersMax owners in memory. */
export function openTestExchange(
  store = new SpotStoreInMemory(),
  markets: readonly SpotMarketRules[] = [BTC_USDT, ETH_USDT],
  createEngine = createMatchingEngine,
  ownersMax?: number,
  { ticks = REFERENCE_TICKS, ...waits }: StartOptions = {},
): TestExchange {
  const fatal: string[] = [];
  const reference: TestExchange['reference'] = { ticks };
  const clock = { time: NOW, now: () => clock.time };
  const exchange = new WritingExchange(
    {
      markets,
      clock,
      snapshot: store.snapshot(),
      reference: { priceTicks: () => reference.ticks },
      log: createLog('silent'),
      createEngine,
      ...waits,
      ...(ownersMax !== undefined && { ownersMax }),
    },
    store,
    (reason) => fatal.push(reason),
  );
  return { exchange, store, fatal, reference, clock };
}

/** Gives each of `owners` that many whole coins of every currency. */
export async function fund(
  { exchange }: Pick<TestExchange, 'exchange'>,
  owners: readonly number[],
  coins = 1_000n,
): Promise<void> {
  const request = { requestId: 'grant', now: NOW };
  await Promise.all(
    owners.flatMap((ownerId) =>
      [USDT, BTC, ETH].map((currencyId) =>
        exchange.grant({ ...request, ownerId, currencyId, amount: units(coins * COIN) }),
      ),
    ),
  );
}

/** A limit buy of 1 BTC at 100 USDT by default. */
export const newOrder = (fields: Partial<NewSpotOrder> = {}): NewSpotOrder => ({
  ownerId: 1,
  marketId: BTC_USDT.id,
  side: 'buy',
  kind: 'limit',
  priceTicks: fields.kind === 'market' ? null : REFERENCE_TICKS,
  quantityLots: fields.amount === undefined ? 1_000 : null,
  amount: null,
  idempotencyKey: null,
  requestId: 'request',
  now: NOW,
  ...fields,
});

/** The result of a promise so far. */
export function watch<T>(promise: Promise<T>): { value?: T } {
  const seen: { value?: T } = {};
  void promise.then((value) => (seen.value = value));
  return seen;
}

/** Lets all callbacks of the current turn run. */
export const turnOfTheLoop = (): Promise<unknown> =>
  new Promise((resolve) => setImmediate(resolve));
