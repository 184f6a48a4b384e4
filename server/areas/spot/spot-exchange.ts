/** Spot trading by the one writer: applies commands to memory and answers them after their commit. */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { createMatchingEngine } from '../../engine/matching-engine.ts';
import type { Depth } from '../../engine/engine-types.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { Listeners } from '../../kit/process/listeners.ts';
import type { LedgerEntry } from '../../ledger/movement.ts';
import { GroupCommit } from '../../ledger/writer/group-commit.ts';
import { IdempotencyKeys } from '../../ledger/writer/idempotency-keys.ts';
import type { FirstCommand } from '../../ledger/writer/idempotency-keys.ts';
import { MarketWork } from './market-work.ts';
import { OwnerLoads } from '../../ledger/writer/owner-loads.ts';
import type { PostingId, WrittenPosting } from '../../ledger/writer/postings.types.ts';
import { TurnWatch } from '../../ledger/writer/turn-watch.ts';
import { CommittedView } from './committed-view.ts';
import { keyTermsOf } from './order-terms.ts';
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
import type { SealedBatch, SpotSnapshot, SpotStore } from './spot-store.types.ts';

/** Retry delay for callers while spot trading is overloaded. */
const BUSY_RETRY_S = 1;
export const TAKEN_OVER = 'another server has taken over the spot markets';
/** Reasons for the end of trading, for the log, by the end of the commits. */
const ENDS = {
  taken_over: TAKEN_OVER,
  commit_failed: 'a commit of spot orders failed',
  publication_failed: 'a committed batch could not be published',
} as const;

interface WritingExchangeParts {
  readonly markets: readonly SpotMarketRules[];
  readonly snapshot: SpotSnapshot;
  readonly reference: ReferencePrices;
  readonly clock: Clock;
  readonly log: Log;
  createEngine: typeof createMatchingEngine;
  readonly commitMsMax?: number;
  readonly referenceMsMax?: number;
  /** Owners whose accounts stay in memory; only tests use another number. */
  readonly ownersMax?: number;
}

/** About 180 MB with three currencies each. */
const OWNERS_MAX = 200_000;

/** The exchange over any store; exported for tests with a store in memory. */
export class WritingExchange implements SpotExchange {
  readonly #log: Log;
  readonly #store: SpotStore;
  readonly #memory: SpotMemory;
  readonly #commits: GroupCommit<CommittedBatch, SealedBatch>;
  readonly #work: MarketWork;
  readonly #view = new CommittedView();
  readonly #keys: IdempotencyKeys;
  readonly #owners: OwnerLoads;
  readonly #ownersMax: number;
  readonly #createEngine: typeof createMatchingEngine;
  readonly #listeners: Listeners<Parameters<SpotListener>>;
  readonly #onFatal: (reason: string, error?: unknown) => void;
  #turnWatch: TurnWatch | undefined;
  #statusStored: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    parts: WritingExchangeParts,
    store: SpotStore,
    onFatal: (reason: string, error?: unknown) => void,
  ) {
    this.#log = parts.log;
    this.#listeners = new Listeners(parts.log, 'a listener of spot trading failed');
    this.#store = store;
    this.#onFatal = onFatal;
    this.#ownersMax = parts.ownersMax ?? OWNERS_MAX;
    this.#createEngine = parts.createEngine;
    this.#keys = new IdempotencyKeys(store);
    this.#memory = new SpotMemory(parts);
    this.#owners = new OwnerLoads({
      read: (ownerIds) => store.balancesOf(ownerIds),
      knows: (ownerId) => this.#memory.balances.knows(ownerId),
      take: (ownerId, balances) => {
        this.#memory.balances.load(ownerId, balances);
        this.#view.loadBalances(ownerId, balances);
      },
    });
    const { openOrders, balances } = parts.snapshot;
    const books = parts.markets.map(({ id }) => [id, this.#memory.levels(id)] as const);
    this.#view.load(openOrders, balances, new Map(books));
    this.#commits = new GroupCommit<CommittedBatch, SealedBatch>({
      ...(parts.commitMsMax !== undefined && { commitMsMax: parts.commitMsMax }),
      seal: () => this.#memory.seal(),
      rows: () => this.#memory.rows,
      store,
      onCommitted: (batch, ordinal) => this.#publish(batch, ordinal),
      onFatal: (end, error) => this.#fail(ENDS[end], error),
    });
    this.#work = new MarketWork({
      memory: this.#memory,
      commits: this.#commits,
      clock: parts.clock,
      apply: (step) => this.#apply(step),
      ...(parts.referenceMsMax !== undefined && { referenceMsMax: parts.referenceMsMax }),
    });
    this.#work.start();
  }

  get markets(): ReadonlyMap<number, SpotMarketRules> {
    return this.#memory.rules;
  }

  async place(order: NewSpotOrder): Promise<Result<SpotOrder, PlaceRefusal>> {
    const { ownerId, idempotencyKey: key, now } = order;
    if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);
    // Asked again after each wait, because commands that came before may have changed the answer.
    for (let wait = this.#waitOf(order); wait !== undefined; wait = this.#waitOf(order)) await wait;
    const first = key === null ? undefined : this.#keys.find(ownerId, key, now);
    if (first) return this.#repeat(first, order);
    if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);
    if (order.deadline?.hasPassed()) return refuse('command_expired');
    const placed = this.#apply(() => this.#memory.place(order));
    if (!placed.ok) return this.#afterCommits(placed);
    if (key !== null) {
      const command = { recordId: placed.value, terms: keyTermsOf(order), createdAtMs: now };
      this.#keys.add(ownerId, key, command, this.#commits.ordinal);
    }
    return ok(orderIn(await this.#work.committed(order.marketId), placed.value));
  }

  async findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined> {
    while (!this.#keys.knows(ownerId)) await this.#keys.load(ownerId, now);
    const first = this.#keys.find(ownerId, key, now);
    if (first === undefined) return undefined;
    await this.#commits.settled();
    return first.recordId;
  }

  async cancel(
    request: OrderRequest & { readonly orderId: number },
  ): Promise<Result<SpotOrder, CancelRefusal>> {
    if (!this.#takesCancels()) return refuse('service_unavailable', BUSY_RETRY_S);
    const { orderId, ownerId } = request;
    const marketId = this.#memory.marketOf(orderId);
    if (marketId !== undefined && this.#memory.isBusy(marketId)) {
      await this.#work.idle(marketId);
      if (!this.#takesCancels()) return refuse('service_unavailable', BUSY_RETRY_S);
    }
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
    const { marketId } = request;
    if (!(await this.#takesCancelsOf(marketId))) return refuse('service_unavailable', BUSY_RETRY_S);
    const ended = this.#apply(() => this.#memory.cancelAll(request, marketId));
    return this.#ended(ended, marketId);
  }

  async takesCancels(): Promise<boolean> {
    return this.#takesCancels();
  }

  async closeOrders(
    request: MarketRequest,
  ): Promise<Result<readonly number[], 'market_not_found' | 'service_unavailable'>> {
    const { marketId } = request;
    if (!(await this.#takesCancelsOf(marketId))) return refuse('service_unavailable', BUSY_RETRY_S);
    return this.#ended(
      this.#apply(() => this.#memory.closeOrders(request)),
      marketId,
    );
  }

  async grant(grant: SpotGrant): Promise<void> {
    await this.#owners.load(grant.ownerId);
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
    const { entries } = posting.movement;
    // Asked again after each wait, because an owner may be forgotten during the load of another.
    for (let [id] = this.#unknownOf(entries); id !== undefined; [id] = this.#unknownOf(entries))
      await this.#owners.load(id);
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

  addMarket(rules: SpotMarketRules): void {
    assert(!this.markets.has(rules.id), `market ${rules.id} is new`);
    this.#memory.addMarket(rules, this.#createEngine());
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

  hasBalances(ownerId: number): boolean {
    return this.#memory.balances.knows(ownerId);
  }

  async loadBalances(ownerId: number): Promise<readonly SpotBalance[]> {
    await this.#owners.load(ownerId);
    return this.#view.balances(ownerId);
  }

  depth(marketId: number): Depth {
    return this.#view.depth(marketId);
  }

  subscribe(listener: SpotListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#turnWatch?.stop();
    this.#work.stop();
    // An abandoned exchange does not await it, because its waiting commits never settle.
    if (!this.#commits.isAbandoned) {
      await this.#work.idle();
      await this.#commits.settled();
    }
    await this.#store.close();
  }

  /** Detects a takeover by another server, even without orders. */
  watchTurn(jobs: Jobs): void {
    const parts = {
      job: 'spot_turn',
      isCurrent: () => this.#store.isCurrent(),
      log: this.#log,
      onTakenOver: () => this.#fail(TAKEN_OVER),
      onUnknown: (error: unknown) => this.#fail('the spot writer cannot be checked', error),
    } as const;
    this.#turnWatch = new TurnWatch(parts, jobs);
  }

  /** Work that an order needs before it can be accepted; undefined when there is none. */
  #waitOf({ ownerId, marketId, idempotencyKey, now }: NewSpotOrder): Promise<void> | undefined {
    if (idempotencyKey !== null && !this.#keys.knows(ownerId)) return this.#keys.load(ownerId, now);
    if (!this.#memory.balances.knows(ownerId)) return this.#owners.load(ownerId);
    return this.#memory.isBusy(marketId) ? this.#work.idle(marketId) : undefined;
  }

  #unknownOf(entries: readonly LedgerEntry[]): readonly number[] {
    return this.#memory.balances.unknownOwners(entries);
  }

  async #takesCancelsOf(marketId: number): Promise<boolean> {
    if (this.#takesCancels() && this.#memory.isBusy(marketId)) await this.#work.idle(marketId);
    return this.#takesCancels();
  }

  #takesCommands(): boolean {
    return !this.#isClosed && this.#commits.isOpen;
  }

  #takesCancels(): boolean {
    return !this.#isClosed && this.#commits.isOpenToCancel;
  }

  /** Returns the numbers of the ended orders when their end is durable. */
  async #ended<T extends Result<readonly number[]>>(ended: T, marketId: number): Promise<T> {
    if (ended.ok && ended.value.length > 0) await this.#work.committed(marketId);
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
    this.#work.stop();
    this.#commits.abandon();
    this.#onFatal(reason, error);
  }

  /** Waits, because the refusal may depend on changes that are not durable yet. */
  async #afterCommits<T extends Refusal>(refusal: T): Promise<T> {
    await this.#commits.settled();
    return refusal;
  }

  async #repeat(
    { recordId, terms }: FirstCommand,
    order: NewSpotOrder,
  ): Promise<Result<SpotOrder, PlaceRefusal>> {
    if (terms !== keyTermsOf(order)) return refuse('idempotency_key_reused');
    await this.#commits.settled();
    return ok(ensure(await this.#find(recordId), `order ${recordId}`));
  }

  async #find(orderId: number): Promise<SpotOrder | undefined> {
    return this.#view.order(orderId) ?? this.#store.findOrder(orderId);
  }

  /** @param ordinal of the last durable batch. */
  #forgetIdle(ordinal: number): void {
    const forgotten = this.#memory.balances.forgetIdle(ordinal, this.#ownersMax);
    if (forgotten.length === 0) return;
    this.#owners.noteForgotten(forgotten);
    for (const ownerId of forgotten) this.#view.forgetBalances(ownerId);
  }

  #publish(batch: CommittedBatch, ordinal: number): void {
    this.#view.apply(batch);
    this.#keys.trim(ordinal);
    this.#forgetIdle(ordinal);
    this.#listeners.notify(batch);
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
