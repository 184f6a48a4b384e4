/** Opens spot trading: takes over as the writer, rebuilds memory, then answers commands after their commit. */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import { createMatchingEngine } from '../../engine/matching-engine.ts';
import type { Depth } from '../../engine/engine-types.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { CommittedView } from './committed-view.ts';
import { GroupCommit, TAKEN_OVER } from './group-commit.ts';
import { IdempotencyKeys, termsOf } from './idempotency-keys.ts';
import type { FirstOrder } from './idempotency-keys.ts';
import type { CommittedBatch, SpotBalance, SpotListener, SpotOrder } from './spot-events.ts';
import type {
  CancelRefusal,
  MarketRequest,
  NewSpotOrder,
  OrderRequest,
  PlaceRefusal,
  ReferencePrices,
  SpotExchange,
  SpotGrant,
  SpotMarketRules,
} from './spot-exchange.types.ts';
import { SpotMemory } from './spot-memory.ts';
import { openSpotStore } from './spot-store.repo.ts';
import type { PostingId } from './spot-postings.types.ts';
import type { SpotSnapshot, SpotStore, WrittenPosting } from './spot-store.types.ts';

/** taken_over: another server trades on the database now. failed: this server may start again. */
export type TradingEnd = 'taken_over' | 'failed';

export interface SpotExchangeOptions {
  readonly database: Database;
  /** Address for the writer's own connection. */
  readonly address: DatabaseAddress;
  /** The statuses are read again after the takeover. */
  readonly markets: readonly SpotMarketRules[];
  readonly reference: ReferencePrices;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Memory may differ from the store, or another writer may exist: the process must end and start again. */
  onFatal(end: TradingEnd): void;
}

/** Retry delay for callers while spot trading is overloaded. */
const BUSY_RETRY_S = 1;
/** A single failed check may be a lost connection; no commit depends on it. */
const FAILED_TURN_CHECKS_MAX = 3;

/** @throws AssertionError when the stored data contradicts itself. */
export async function openSpotExchange(options: SpotExchangeOptions): Promise<SpotExchange> {
  const { log } = options;
  let isFatal = false;
  const onFatal = (reason: string, error?: unknown): void => {
    if (isFatal) return;
    isFatal = true;
    log.fatal({ reason, err: error }, 'spot trading ended');
    options.onFatal(reason === TAKEN_OVER ? 'taken_over' : 'failed');
  };
  const { store, snapshot, statuses, lossySettings } = await openSpotStore({
    ...options,
    onLost: (error) => onFatal('the connection of the spot writer is lost', error),
  });
  if (lossySettings.length > 0)
    log.warn(
      { off: lossySettings },
      'a crash of this database loses orders that were acknowledged',
    );
  const markets = options.markets.map((rules) => ({
    ...rules,
    status: statuses.get(rules.id) ?? rules.status,
  }));
  const parts = { ...options, markets, createEngine: createMatchingEngine, snapshot };
  const exchange = new WritingExchange(parts, store, onFatal);
  exchange.watchTurn(options.jobs);
  log.debug({ openOrders: snapshot.openOrders.length }, 'spot trading opened');
  return exchange;
}

export interface WritingExchangeParts {
  readonly markets: readonly SpotMarketRules[];
  readonly snapshot: SpotSnapshot;
  readonly reference: ReferencePrices;
  readonly log: Log;
  createEngine: typeof createMatchingEngine;
}

/** The exchange over any store; exported for tests with a store in memory. */
export class WritingExchange implements SpotExchange {
  readonly #log: Log;
  readonly #store: SpotStore;
  readonly #memory: SpotMemory;
  readonly #commits: GroupCommit;
  readonly #view = new CommittedView();
  readonly #keys: IdempotencyKeys;
  readonly #listeners = new Set<SpotListener>();
  readonly #onFatal: (reason: string, error?: unknown) => void;
  #turnCheck: Job | undefined;
  #failedTurnChecks = 0;
  #statusStored: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    parts: WritingExchangeParts,
    store: SpotStore,
    onFatal: (reason: string, error?: unknown) => void,
  ) {
    this.#log = parts.log;
    this.#store = store;
    this.#onFatal = onFatal;
    this.#keys = new IdempotencyKeys(store);
    this.#memory = new SpotMemory(parts);
    const { openOrders, balances } = parts.snapshot;
    const books = parts.markets.map(({ id }) => [id, this.#memory.levels(id)] as const);
    this.#view.load(
      openOrders,
      balances.filter(({ ownerId }) => ownerId > 0),
      new Map(books),
    );
    this.#commits = new GroupCommit({
      seal: () => this.#memory.seal(),
      store,
      onCommitted: (batch, ordinal) => this.#publish(batch, ordinal),
      onFatal: (reason, error) => this.#fail(reason, error),
    });
  }

  get markets(): ReadonlyMap<number, SpotMarketRules> {
    return this.#memory.rules;
  }

  async place(order: NewSpotOrder): Promise<Result<SpotOrder, PlaceRefusal>> {
    const { ownerId, idempotencyKey: key, now } = order;
    if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);
    if (key !== null) {
      if (!this.#keys.knows(ownerId)) await this.#keys.load(ownerId, now);
      const first = this.#keys.find(ownerId, key, now);
      if (first) return this.#repeat(first, order);
      if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);
    }
    if (order.deadline?.hasPassed()) return refuse('command_expired');
    const placed = this.#apply(() => this.#memory.place(order));
    if (!placed.ok) return this.#afterCommits(placed);
    if (key !== null) {
      const first = { orderId: placed.value, terms: termsOf(order), createdAtMs: now };
      this.#keys.add(ownerId, key, first, this.#commits.ordinal);
    }
    return ok(orderIn(await this.#commits.join(), placed.value));
  }

  async findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined> {
    while (!this.#keys.knows(ownerId)) await this.#keys.load(ownerId, now);
    const first = this.#keys.find(ownerId, key, now);
    if (first === undefined) return undefined;
    await this.#commits.settled();
    return first.orderId;
  }

  async cancel(
    request: OrderRequest & { readonly orderId: number },
  ): Promise<Result<SpotOrder, CancelRefusal>> {
    if (!this.#takesCancels()) return refuse('service_unavailable', BUSY_RETRY_S);
    const { orderId, ownerId } = request;
    const cancelled = this.#apply(() => this.#memory.cancel(request, orderId));
    if (cancelled.ok) return ok(orderIn(await this.#commits.join(), orderId));
    await this.#commits.settled();
    if (cancelled.error !== 'order_not_found') return cancelled;
    // Another owner's order is read from the store even if the view has it, because the answer must
    // take as long as for an order that does not exist.
    const own = this.#view.order(orderId);
    const ended = own?.ownerId === ownerId ? own : await this.#store.findOrder(orderId);
    if (ended?.ownerId !== ownerId) return cancelled;
    const isHalted = this.markets.get(ended.marketId)?.status === 'halted';
    return refuse(isHalted ? 'market_halted' : 'order_not_open');
  }

  async cancelAll(
    request: OrderRequest & { readonly marketId: number },
  ): Promise<
    Result<readonly number[], 'market_not_found' | 'market_halted' | 'service_unavailable'>
  > {
    if (!this.#takesCancels()) return refuse('service_unavailable', BUSY_RETRY_S);
    return this.#ended(this.#apply(() => this.#memory.cancelAll(request, request.marketId)));
  }

  async takesCancels(): Promise<boolean> {
    return this.#takesCancels();
  }

  async closeOrders(
    request: MarketRequest,
  ): Promise<Result<readonly number[], 'market_not_found' | 'service_unavailable'>> {
    if (!this.#takesCancels()) return refuse('service_unavailable', BUSY_RETRY_S);
    return this.#ended(this.#apply(() => this.#memory.closeOrders(request)));
  }

  async grant(grant: SpotGrant): Promise<void> {
    assert(this.#takesCommands(), 'spot trading takes no commands');
    this.#apply(() => this.#memory.grant(grant));
    await this.#commits.join();
  }

  get takesPostings(): boolean {
    return this.#takesCommands();
  }

  async bookPosting(
    posting: WrittenPosting,
    now: EpochMs,
  ): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>> {
    if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);
    const booked = this.#apply(() => this.#memory.bookPosting(posting, now));
    await this.#commits.join();
    return booked;
  }

  async refusePosting(id: PostingId, now: EpochMs): Promise<boolean> {
    if (this.#isClosed) return false;
    this.#memory.refusePosting(id, now);
    await this.#commits.join();
    return true;
  }

  async setStatus(marketId: number, status: MarketStatus): Promise<void> {
    ensure(this.markets.get(marketId), `market ${marketId}`);
    this.#memory.setStatus(marketId, status);
    // Stored one after the other, so that the last call decides.
    const stored = this.#statusStored.then(() => this.#store.setStatus(marketId, status));
    this.#statusStored = stored;
    try {
      if (await stored) return;
    } catch (error) {
      this.#fail('the status of a spot market could not be stored', error);
      throw error;
    }
    this.#fail(TAKEN_OVER);
  }

  openOrders(ownerId: number): readonly SpotOrder[] {
    return this.#view.openOrders(ownerId);
  }

  balances(ownerId: number): readonly SpotBalance[] {
    return this.#view.balances(ownerId);
  }

  depth(marketId: number): Depth {
    return this.#view.depth(marketId);
  }

  subscribe(listener: SpotListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Not awaited, because a check of an unreachable database may never end.
    void this.#turnCheck?.stop();
    // Not awaited on an abandoned exchange, because its waiting commits never settle.
    if (!this.#commits.isAbandoned) await this.#commits.settled();
    await this.#store.close();
  }

  /** Detects a takeover by another server, even without orders. */
  watchTurn(jobs: Jobs): void {
    this.#turnCheck = jobs.start('spot_turn', { failure: null, work: () => this.#checkTurn() });
  }

  async #checkTurn(): Promise<void> {
    try {
      const isCurrent = await this.#store.isCurrent();
      this.#failedTurnChecks = 0;
      if (!isCurrent && !this.#isClosed) this.#fail(TAKEN_OVER);
    } catch (error) {
      if (this.#isClosed) return;
      this.#failedTurnChecks += 1;
      if (this.#failedTurnChecks >= FAILED_TURN_CHECKS_MAX)
        this.#fail('the spot writer cannot be checked', error);
      else this.#log.warn({ err: error }, 'the turn of the spot writer could not be checked');
      throw error;
    }
  }

  #takesCommands(): boolean {
    return !this.#isClosed && this.#commits.isOpen;
  }

  #takesCancels(): boolean {
    return !this.#isClosed && this.#commits.isOpenToCancel;
  }

  /** Returns the numbers of the ended orders when their end is durable. */
  async #ended<T extends Result<readonly number[]>>(ended: T): Promise<T> {
    if (ended.ok && ended.value.length > 0) await this.#commits.join();
    else await this.#commits.settled();
    return ended;
  }

  /** @throws the error of the command; trading ends if it left memory half changed. */
  #apply<T>(command: () => T): T {
    try {
      return command();
    } catch (error) {
      if (!this.#memory.isWhole) this.#fail('a spot command broke a rule', error);
      throw error;
    }
  }

  #fail(reason: string, error?: unknown): void {
    this.#isClosed = true;
    this.#commits.abandon();
    this.#onFatal(reason, error);
  }

  /** Waits, because the refusal may depend on changes that are not durable yet. */
  async #afterCommits<T extends Refusal>(refusal: T): Promise<T> {
    await this.#commits.settled();
    return refusal;
  }

  async #repeat(
    { orderId, terms }: FirstOrder,
    order: NewSpotOrder,
  ): Promise<Result<SpotOrder, PlaceRefusal>> {
    if (terms !== termsOf(order)) return refuse('idempotency_key_reused');
    await this.#commits.settled();
    return ok(ensure(await this.#find(orderId), `order ${orderId}`));
  }

  async #find(orderId: number): Promise<SpotOrder | undefined> {
    return this.#view.order(orderId) ?? this.#store.findOrder(orderId);
  }

  #publish(batch: CommittedBatch, ordinal: number): void {
    this.#view.apply(batch);
    this.#keys.trim(ordinal);
    for (const listener of this.#listeners) {
      try {
        listener(batch);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of spot trading failed');
      }
    }
  }
}

/** Uses a binary search, because orders are sorted by number. */
function orderIn({ orders }: CommittedBatch, id: number): SpotOrder {
  let low = 0;
  for (let high = orders.length; low < high;) {
    const middle = (low + high) >> 1;
    if (ensure(orders[middle], 'an order').id < id) low = middle + 1;
    else high = middle;
  }
  return ensure(orders[low], `order ${id} of the batch`);
}
