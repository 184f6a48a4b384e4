/** The memory of the dealing writer over its real store, with prices that a test sets. */
import { assert, ensure } from '../../../contract/assert.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  LeverMarketRules,
  NewLeverRequest,
} from '../../../server/areas/lever/lever-exchange.types.ts';
import { LeverMemory } from '../../../server/areas/lever/lever-memory.ts';
import { openLeverStore } from '../../../server/areas/lever/lever-store.repo.ts';
import type {
  OpenedLeverStore,
  SealedLeverBatch,
} from '../../../server/areas/lever/lever-store.types.ts';
import type { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type { Verdict } from '../../../server/engine/lever/lever-types.ts';
import type { AmendedTargets } from '../../../server/engine/lever/order-commands.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { WrittenPosting } from '../../../server/ledger/writer/postings.types.ts';
import { freshAt, type SetPrice } from './fresh-prices.ts';
import { usdt } from './lever-scene.ts';

export const USDT = 1;
/** Friday, 2026-11-20, 10:00 UTC. */
export const FRIDAY = Date.UTC(2026, 10, 20, 10);
const LIMIT = usdt('1000000000');
/** Distances of the sources from an even price that is their median: half a tick goes to the even one. */
const APART = [
  [-2, 0, 1, 3],
  [-3, 0, 2],
  [-3, -1, 0, 5],
];

/** A market whose lot has this size. @param priceScale decimals of its prices. */
const marketOf = (id: number, lotSize: string, priceScale: number): LeverMarketRules => ({
  id,
  spotMarketId: id,
  forexSymbol: null,
  settleCurrencyId: USDT,
  priceScale,
  lotSize,
  tickLotUnits: usdt(lotSize) / 10n ** BigInt(priceScale),
  calendar: 'coin',
  lotsMin: 1,
  lotsMax: 1_000_000,
  multiples: [1, 2, 3, 5, 10, 20, 30, 50, 100],
  spreadPpm: 200,
  feePpm: 500,
  nightPpm: 300,
  limits: { net: LIMIT, gross: LIMIT, owner: LIMIT },
  status: 'trading',
  revision: 1,
  endsAtMs: null,
});

export const BTC_MARKET = marketOf(1, '0.001', 2);
export const ETH_MARKET = marketOf(2, '0.01', 2);
export const EUR_MARKET: LeverMarketRules = {
  ...marketOf(3, '1000', 5),
  spotMarketId: null,
  forexSymbol: 'EURUSD',
  calendar: 'forex',
  spreadPpm: 60,
  feePpm: 50,
  nightPpm: 40,
};

type Asked = Pick<NewLeverRequest, 'ownerId' | 'direction' | 'lots' | 'multiple'> &
  Partial<NewLeverRequest>;

export class ContractExchange {
  now = FRIDAY;
  readonly store: OpenedLeverStore['store'];
  readonly memory: LeverMemory;
  readonly #prices = new Map<number, SetPrice>();
  #keys = 0;

  constructor({ store, snapshot }: OpenedLeverStore) {
    this.store = store;
    this.memory = new LeverMemory({
      snapshot,
      currencyId: USDT,
      now: this.now,
      prices: {
        evaluate: ({ id }) => freshAt(this.now, this.#prices.get(id)),
        resume: () => undefined,
        name: () => 'BTC/USDT',
      },
    });
  }

  static async open(address: DatabaseAddress, database: Database): Promise<ContractExchange> {
    return new ContractExchange(await openLeverStore({ address, database, onLost: () => {} }));
  }

  /** An exchange with these markets and nothing else, whose batches are not stored. @param lastAtMs its last stored time. */
  static inMemory(markets: readonly LeverMarketRules[], lastAtMs = 0): ContractExchange {
    const none = { lastOrderId: 0, lastMovement: 0, lastFundId: 0, lastAtMs };
    const house = { pool: 0n, insurance: 0n, base: 0n };
    const snapshot = { markets, lastMarks: new Map(), balances: new Map(), openOrders: [], house };
    const store = new Proxy({} as OpenedLeverStore['store'], {
      get: () => assert(false, 'there is no store'),
    });
    return new ContractExchange({ store, snapshot: { ...snapshot, ...none }, lossySettings: [] });
  }

  /** Loads the stored accounts of these owners. */
  async load(...ownerIds: readonly number[]): Promise<void> {
    for (const [ownerId, balances] of await this.store.balancesOf(ownerIds))
      if (!this.memory.balances.knows(ownerId)) this.memory.load(ownerId, balances);
  }

  /** Sources whose median is this price, which is even, agree, and everything that follows happens. */
  mark(market: LeverMarketRules, ticks: number): void {
    this.quote(market, ticks);
    this.memory.takeMark(market.id, this.now, Number.POSITIVE_INFINITY, false);
  }

  /** Sources whose median is this price, which is even, agree; the next mark has it. */
  quote(market: LeverMarketRules, ticks: number): void {
    const sources = APART[market.id % APART.length]?.map((apart, index) => ({
      sourceId: `source-${index + 1}`,
      ticks: ticks + apart,
      atMs: this.now,
    }));
    this.#prices.set(market.id, {
      status: 'live',
      ticks,
      sources: ensure(sources, 'sources'),
      isCloseOnly: false,
    });
  }

  /** The sources of the market disagree. */
  freeze(market: LeverMarketRules): void {
    this.#prices.set(market.id, { status: 'apart', ticks: null, sources: [], isCloseOnly: false });
    this.memory.takeMark(market.id, this.now, Number.POSITIVE_INFINITY, false);
  }

  /** Places an order that is accepted. @returns its number. */
  place(market: LeverMarketRules, asked: Asked): number {
    const placed = this.memory.place({
      requestId: 'request',
      now: this.now,
      marketId: market.id,
      kind: asked.limitTicks ? 'limit' : 'market',
      limitTicks: null,
      takeProfitTicks: null,
      stopLossTicks: null,
      worstTicks: null,
      idempotencyKey: `key-${++this.#keys}`,
      deadline: undefined,
      ...asked,
    });
    if (!placed.ok) throw new Error(placed.error);
    return placed.value.id;
  }

  close(ownerId: number, id: number): void {
    this.#command(ownerId, (core, now) => core.close({ ownerId, id }, now));
  }

  cancel(ownerId: number, id: number): void {
    this.#command(ownerId, (core, now) => core.cancel({ ownerId, id }, now));
  }

  amend(amended: AmendedTargets): void {
    this.#command(amended.ownerId, (core, now) => core.amend(amended, now));
  }

  /** Books a posting that is accepted. */
  book(posting: WrittenPosting): void {
    const booked = this.memory.bookPosting(posting, this.now);
    if (!booked.ok) throw new Error(booked.error);
  }

  nextDay(): void {
    this.now += DAY_MS;
  }

  /** Commits all changes until now. @returns the batch. */
  async commit(): Promise<SealedLeverBatch> {
    const batch = this.memory.seal();
    ensure((await this.store.commit(batch)) || null, 'the turn of the writer');
    return batch;
  }

  #command(ownerId: number, run: (core: DealingCore, now: EpochMs) => Verdict<unknown>): void {
    const done = this.memory.command({ ownerId, requestId: 'request', now: this.now }, run);
    if (!done.ok) throw new Error(done.error);
  }
}
