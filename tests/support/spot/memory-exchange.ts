/**
 * The spot exchange with the markets of the catalog, over a store in memory, for tests of its listeners and
 * traders.
 */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { accountKey } from '../../../server/ledger/invariants.ts';
import { createLog } from '../../../server/kit/log.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import type { SPOT_MARKETS } from '../../../server/areas/market/market.area.ts';
import { WritingExchange } from '../../../server/areas/spot/spot-exchange.ts';
import type {
  CommittedBatch,
  ReferencePrices,
  SpotMarketRules,
} from '../../../server/areas/spot/spot.area.ts';
import { SpotStoreInMemory } from './spot-store-in-memory.ts';

type MarketSpec = (typeof SPOT_MARKETS)[number];

const CURRENCY_SCALE = 18;
/** Units of each coin: 10^12 whole ones. */
const HOLDING = 10n ** 30n;

/** The id of a currency of the catalog. */
const currencyId = (code: string): number => COINS.findIndex((coin) => coin.code === code) + 1;

/** Rules of a market of the catalog: a band of 10 %, fees of 0.1 %, orders of at least one quote coin. */
export function rulesOf({
  id,
  base,
  quote,
  priceScale,
  quantityScale,
}: MarketSpec): SpotMarketRules {
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
  };
}

interface MemoryExchangeOptions {
  readonly specs: readonly MarketSpec[];
  readonly reference: ReferencePrices;
  /** Owners, with large balances of every coin. */
  readonly owners: readonly number[];
  /** An owner without a balance of one coin. */
  readonly lacking?: { readonly ownerId: number; readonly code: string } | undefined;
}

/** An exchange with empty order books, and all its commits. */
export function createMemoryExchange({
  specs,
  reference,
  owners,
  lacking,
}: MemoryExchangeOptions): {
  readonly exchange: WritingExchange;
  readonly batches: readonly CommittedBatch[];
} {
  const store = new SpotStoreInMemory();
  for (const ownerId of owners)
    for (const [index, { code }] of COINS.entries()) {
      if (ownerId === lacking?.ownerId && code === lacking.code) continue;
      const account = { ownerId, accountType: ACCOUNT_TYPES.spot, currencyId: index + 1 };
      store.accounts.set(accountKey(account), { ...account, available: HOLDING, frozen: 0n });
    }
  const parts = {
    markets: specs.map((spec) => rulesOf(spec)),
    snapshot: store.snapshot(),
    reference,
    // Further steps then have the time of their command.
    clock: { now: () => 0 },
    log: createLog('silent'),
    createEngine: createMatchingEngine,
  };
  const exchange = new WritingExchange(parts, store, (reason, error) => {
    throw new Error(reason, { cause: error });
  });
  const batches: CommittedBatch[] = [];
  exchange.subscribe((batch) => batches.push(batch));
  return { exchange, batches };
}
