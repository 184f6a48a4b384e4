/** The spot exchange as it is, over a store that forgets: for tests of what listens to it or trades on it. */
import { createLog } from '../../server/log.ts';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import type { SpotMarketSpec } from '../../server/market/market-source.ts';
import { WritingExchange } from '../../server/spot/spot-exchange.ts';
import type { CommittedBatch, SpotBalance, SpotOrder } from '../../server/spot/spot-events.ts';
import type { ReferencePrices, SpotMarketRules } from '../../server/spot/spot-exchange.types.ts';
import type { SpotStore } from '../../server/spot/spot-store.types.ts';
import { COINS } from '../../server/market/catalogue.ts';
import { units } from '../../contract/money/units.ts';

const CURRENCY_SCALE = 18;
/** Whole coins of each kind. */
const HOLDING = 10n ** 12n;

/** The id that a currency of the catalogue has. */
const currencyId = (code: string): number => COINS.findIndex((coin) => coin.code === code) + 1;

/** Rules of a market of the catalogue: a band of 10 %, fees of 0.1 %, orders of at least one quote coin. */
export function rulesOf(
  { id, base, quote, priceScale, quantityScale }: SpotMarketSpec,
  changes: Partial<SpotMarketRules> = {},
): SpotMarketRules {
  return {
    id,
    baseCurrencyId: currencyId(base.code),
    quoteCurrencyId: currencyId(quote.code),
    baseScale: CURRENCY_SCALE,
    quoteScale: CURRENCY_SCALE,
    priceScale,
    quantityScale,
    minNotional: 10n ** BigInt(CURRENCY_SCALE),
    priceBandPpm: 100_000,
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
    status: 'trading',
    lotUnits: 10n ** BigInt(CURRENCY_SCALE - quantityScale),
    tickLotUnits: 10n ** BigInt(CURRENCY_SCALE - priceScale - quantityScale),
    ...changes,
  };
}

export interface MemoryExchangeOptions {
  readonly specs: readonly SpotMarketSpec[];
  readonly reference: ReferencePrices;
  /** Each holds plenty of every coin. */
  readonly owners: readonly number[];
}

/** An exchange with empty books, and all that it committed. */
export function createMemoryExchange({ specs, reference, owners }: MemoryExchangeOptions): {
  readonly exchange: WritingExchange;
  readonly batches: readonly CommittedBatch[];
} {
  const batches: CommittedBatch[] = [];
  const balances = owners.flatMap((ownerId) =>
    COINS.map((_, index): SpotBalance => {
      const available = units(HOLDING * 10n ** BigInt(CURRENCY_SCALE));
      return { ownerId, currencyId: index + 1, available, frozen: units(0n) };
    }),
  );
  const parts = {
    markets: specs.map((spec) => rulesOf(spec)),
    snapshot: {
      balances,
      openOrders: [],
      lastPriceTicks: new Map<number, number>(),
      lastOrderId: 0,
      lastDealId: 0,
      lastMovement: 0,
    },
    reference,
    log: createLog('silent'),
    createEngine: createMatchingEngine,
  };
  const exchange = new WritingExchange(parts, forgetfulStore(batches), (reason, error) => {
    throw new Error(reason, { cause: error });
  });
  return { exchange, batches };
}

/** Says that everything is written, a moment later. */
function forgetfulStore(batches: CommittedBatch[]): SpotStore {
  const orders = new Map<number, SpotOrder>();
  return {
    async commit({ committed }) {
      await Promise.resolve();
      batches.push(committed);
      for (const order of committed.orders) orders.set(order.id, order);
      return true;
    },
    setStatus: async () => true,
    isCurrent: async () => true,
    keysOf: async () => [],
    findOrder: async (orderId) => orders.get(orderId),
    close: async () => {},
  };
}
