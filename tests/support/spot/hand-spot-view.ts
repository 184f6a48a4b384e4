/** The spot view of two markets whose commits a test makes by hand. */
import { CommittedView } from '../../../server/areas/spot/committed-view.ts';
import type {
  CommittedBatch,
  SpotListener,
  SpotOrder,
} from '../../../server/areas/spot/spot-events.ts';
import { SpotWire, type SpotMarketRules } from '../../../server/areas/spot/spot.area.ts';

const RULES: SpotMarketRules = {
  id: 1,
  baseCurrencyId: 2,
  quoteCurrencyId: 1,
  baseScale: 18,
  quoteScale: 18,
  priceScale: 2,
  quantityScale: 3,
  minNotional: 0n,
  priceBandPpm: 100_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  status: 'trading',
  lotUnits: 10n ** 15n,
  tickLotUnits: 10n ** 13n,
};
const CODES = ['USDT', 'BTC', 'ETH'];

/** Two markets, 1 and 2. */
export function createHandSpotView() {
  const markets = new Map([
    [1, RULES],
    [2, { ...RULES, id: 2, baseCurrencyId: 3 }],
  ]);
  const committed = new CommittedView();
  const listeners = new Set<SpotListener>();
  const reads = { openOrders: 0 };
  const currencies = {
    byId: (id: number) => ({ id, code: CODES[id - 1] ?? '', name: '', scale: 18 }),
  };
  return {
    /** Number of reads of a user's records. */
    reads,
    wire: new SpotWire(markets, currencies),
    view: {
      markets,
      depth: (id: number) => committed.depth(id),
      openOrders: (ownerId: number) => {
        reads.openOrders += 1;
        return committed.openOrders(ownerId);
      },
      balances: (ownerId: number) => committed.balances(ownerId),
      hasBalances: (ownerId: number) => committed.knows(ownerId),
      loadBalances: async (ownerId: number) => {
        committed.loadBalances(ownerId, []);
        return committed.balances(ownerId);
      },
      subscribe: (listener: SpotListener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    /** Makes a batch durable and notifies all subscribers. */
    commit(batch: Partial<CommittedBatch>): void {
      const whole = { deals: [], orders: [], balances: [], levels: new Map(), ...batch };
      for (const { ownerId } of whole.balances) committed.loadBalances(ownerId, []);
      committed.apply(whole);
      for (const listener of listeners) listener(whole);
    },
  };
}

/** A resting buy of 1.5 at 100.00 in market 1, with the changes of the test. */
export const orderOf = (
  ownerId: number,
  id: number,
  fields: Partial<SpotOrder> = {},
): SpotOrder => ({
  id,
  ownerId,
  marketId: 1,
  side: 'buy',
  kind: 'limit',
  priceTicks: 10_000,
  quantityLots: 1_500,
  amount: null,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  executedLots: 0,
  executedAmount: 0n,
  fee: 0n,
  reserved: 150n * 10n ** 18n,
  state: 'paid',
  endReason: null,
  revision: 1,
  idempotencyKey: null,
  requestId: 'r',
  createdAtMs: 1,
  updatedAtMs: 1,
  ...fields,
});
