/**
 * The one writer of contract accounts and orders: its memory, the commits of its batches, and what of it is
 * committed. The commands are in `lever-exchange.ts`.
 */
import { assert } from '../../../contract/assert.ts';
import type { Clock } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { Listeners } from '../../kit/process/listeners.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { GroupCommit } from '../../ledger/writer/group-commit.ts';
import { IdempotencyKeys } from '../../ledger/writer/idempotency-keys.ts';
import { OwnerLoads } from '../../ledger/writer/owner-loads.ts';
import { TurnWatch } from '../../ledger/writer/turn-watch.ts';
import { CommittedAccounts } from './committed-accounts.ts';
import { contractFundsOf } from './lever-batch.ts';
import type { LeverBatch, LeverMarketRules } from './lever-exchange.types.ts';
import type { WriterGuest, GuestHost } from '../../ledger/writer/guest.types.ts';
import { LeverMemory } from './lever-memory.ts';
import { restoredOrderOf } from './lever-order-rows.ts';
import type { LeverSnapshot, LeverStore, SealedLeverBatch } from './lever-store.types.ts';
import type { LeverPrices } from './taken-marks.ts';

export const TAKEN_OVER = 'another server has taken over contract trading';
/** Reasons for the end of contract trading, for the log, by the end of the commits. */
const ENDS = {
  taken_over: TAKEN_OVER,
  commit_failed: 'a commit of contract orders failed',
  publication_failed: 'a committed batch of contract orders could not be published',
} as const;

interface DealingWriterParts {
  readonly snapshot: LeverSnapshot;
  readonly prices: LeverPrices;
  /** Settlement currency of all markets. */
  readonly currencyId: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: LeverStore;
  onFatal(reason: string, error?: unknown): void;
  readonly commitMsMax?: number;
  /** Owners whose accounts stay in memory; only tests use another number. */
  readonly ownersMax?: number;
}

const OWNERS_MAX = 200_000;
const NOTHING = { available: 0n, frozen: 0n };

export class DealingWriter {
  readonly memory: LeverMemory;
  readonly view = new CommittedAccounts();
  readonly keys: IdempotencyKeys;
  readonly commits: GroupCommit<LeverBatch, SealedLeverBatch>;
  readonly store: LeverStore;
  readonly owners: OwnerLoads;
  /** Without the snapshot, which is larger than the memory that it becomes. */
  readonly #parts: Omit<DealingWriterParts, 'snapshot'>;
  readonly #listeners: Listeners<[batch: LeverBatch]>;
  /** Resolves when the writer has failed; commits that were under way never end then. */
  readonly failed: Promise<void>;
  #resolveFailed: () => void = () => {};
  #turnWatch: TurnWatch | undefined;
  #guest: WriterGuest | undefined;
  #isClosed = false;
  #isStopped = false;

  constructor({ snapshot, ...parts }: DealingWriterParts) {
    this.#parts = parts;
    this.#listeners = new Listeners(parts.log, 'a listener of contract trading failed');
    this.failed = new Promise((resolve) => (this.#resolveFailed = resolve));
    const { prices, currencyId, clock, store, commitMsMax } = parts;
    this.store = store;
    this.keys = new IdempotencyKeys(store);
    this.memory = new LeverMemory({ snapshot, prices, currencyId, now: clock.now() });
    for (const [ownerId, balances] of snapshot.balances)
      this.view.load(ownerId, contractFundsOf(balances, currencyId));
    for (const order of snapshot.openOrders) this.view.loadOrder(restoredOrderOf(order));
    this.owners = new OwnerLoads({
      read: (ownerIds) => store.balancesOf(ownerIds),
      knows: (ownerId) => this.memory.balances.knows(ownerId),
      take: (ownerId, balances) => {
        this.memory.load(ownerId, balances);
        this.view.load(ownerId, contractFundsOf(balances, currencyId));
        this.#guest?.load(ownerId, balances);
      },
    });
    this.commits = new GroupCommit<LeverBatch, SealedLeverBatch>({
      ...(commitMsMax !== undefined && { commitMsMax }),
      seal: () => this.memory.seal(),
      rows: () => this.memory.rows,
      store,
      onCommitted: (batch, ordinal) => this.#publish(batch, ordinal),
      onFatal: (end, error) => this.fail(ENDS[end], error),
    });
  }

  /** False when commands arrive faster than they are committed, and after the end. */
  get takesCommands(): boolean {
    return !this.#isClosed && this.commits.isOpen;
  }

  /** Like {@link takesCommands}, for commands that end orders; it has a higher limit. */
  get takesCancels(): boolean {
    return !this.#isClosed && this.commits.isOpenToCancel;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The name of the market's instrument, for users. */
  nameOf(rules: LeverMarketRules): string {
    return this.#parts.prices.name(rules);
  }

  /** @throws the error of the command; trading ends if it left memory half changed. */
  apply<T>(command: () => T): T {
    try {
      return command();
    } catch (error) {
      if (!this.memory.isWhole) this.fail('a command of contracts broke a rule', error);
      throw error;
    }
  }

  /** Adds the changes to the batch. @returns its commit; null when nothing has changed. */
  commit(): Promise<LeverBatch> | null {
    return this.memory.isDirty ? this.commits.join() : null;
  }

  /** Resolves when all changes to memory until now are durable. */
  async durable(): Promise<void> {
    await (this.commit() ?? this.commits.settled());
  }

  /** Resolves with the order as it is after the commit of all changes until now, or after a later commit. */
  async committed({ id }: LeverOrder): Promise<LeverOrder> {
    await this.durable();
    const order = this.view.order(id);
    assert(order !== undefined, `contract order ${id} is committed`);
    return order;
  }

  /** Finds an order of the owner in any state; undefined for another's. */
  async findOrder(ownerId: number, id: number): Promise<LeverOrder | undefined> {
    // Another owner's order is read from the store even if the view has it, because the answer must take as
    // long as for an order that does not exist.
    const known = this.view.order(id);
    const found = known?.ownerId === ownerId ? known : await this.store.findOrder(id);
    return found?.ownerId === ownerId ? found : undefined;
  }

  /** Lets another product share memory and commits. The accounts of owners in memory are given to it. */
  admit(guest: WriterGuest): GuestHost {
    const { memory, owners, commits } = this;
    const { currencyId } = this.#parts;
    assert(this.#guest === undefined, 'one product shares the dealing writer');
    this.#guest = guest;
    memory.admit(guest);
    for (const ownerId of memory.balances.owners) guest.load(ownerId, memory.balances.of(ownerId));
    const isTaking = () => this.takesCommands;
    const isClosed = () => this.#isClosed;
    return {
      currencyId,
      get takesCommands() {
        return isTaking();
      },
      get isClosed() {
        return isClosed();
      },
      get ordinal() {
        return commits.ordinal;
      },
      knows: (ownerId) => memory.balances.knows(ownerId),
      load: (ownerId) => owners.load(ownerId),
      house: (accountType) =>
        memory.balances
          .of(OWNERS.house)
          .find((each) => each.accountType === accountType && each.currencyId === currencyId) ??
        NOTHING,
      change: (asked, change) =>
        this.apply(() =>
          memory.changeOfGuest(asked, (batch, now) =>
            change({
              now,
              book: (movement) => batch.book(movement, now),
              available: (ownerId, type) => batch.balances.available(ownerId, type, currencyId),
            }),
          ),
        ),
      durable: () => this.durable(),
      fail: (reason, error) => this.fail(reason, error),
    };
  }

  subscribe(listener: (batch: LeverBatch) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Detects a takeover by another server, even without orders. */
  watchTurn(jobs: Jobs): void {
    const parts = {
      job: 'dealing_turn',
      isCurrent: () => this.store.isCurrent(),
      log: this.#parts.log,
      onTakenOver: () => this.fail(TAKEN_OVER),
      onUnknown: (error: unknown) => this.fail('the dealing writer cannot be checked', error),
    } as const;
    this.#turnWatch = new TurnWatch(parts, jobs);
  }

  /** Ends contract trading for good: memory may differ from the store. */
  fail(reason: string, error?: unknown): void {
    this.#isClosed = true;
    this.#turnWatch?.stop();
    this.commits.abandon();
    this.#resolveFailed();
    this.#parts.onFatal(reason, error);
  }

  /** Commits accepted commands, then rejects new ones. */
  async close(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#isClosed = true;
    this.#turnWatch?.stop();
    await Promise.race([this.durable(), this.failed]);
    await this.store.close();
  }

  #forgetIdle(ordinal: number): void {
    const { ownersMax = OWNERS_MAX } = this.#parts;
    const forgotten = this.memory.forgetIdle(ordinal, ownersMax);
    this.owners.noteForgotten(forgotten);
    for (const ownerId of forgotten) this.view.forget(ownerId);
    this.#guest?.forget(forgotten);
  }

  #publish(batch: LeverBatch, ordinal: number): void {
    this.view.apply(batch);
    this.#guest?.booked(batch.balances);
    batch.guest?.committed(ordinal);
    this.keys.trim(ordinal);
    this.#forgetIdle(ordinal);
    this.#listeners.notify(batch);
  }
}
