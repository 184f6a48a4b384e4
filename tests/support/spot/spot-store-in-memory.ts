/** A store of spot trading in memory that behaves like the one in PostgreSQL; a test can hold, fail and fence it. */
import type { MarketStatus } from '../../../contract/market/market.ts';
import { accountKey } from '../../../server/ledger/invariants.ts';
import type { LedgerEntry } from '../../../server/ledger/movement.ts';
import type { SpotDeal, SpotOrder } from '../../../server/areas/spot/spot-events.ts';
import type {
  SealedBatch,
  SpotSnapshot,
  SpotStore,
} from '../../../server/areas/spot/spot-store.types.ts';
import { OWNERS } from '../../../server/ledger/chart.ts';
import type { KeyedCommand } from '../../../server/ledger/writer/idempotency-keys.ts';
import type { OwnerBalances } from '../../../server/ledger/writer/owned-balances.ts';
import type { WriterMovement } from '../../../server/ledger/writer/ledger-statement.repo.ts';
import type { PostingEnd } from '../../../server/ledger/writer/postings.types.ts';
import { keyTermsOf } from '../../../server/areas/spot/order-terms.ts';

interface StoredAccount {
  readonly ownerId: number;
  readonly accountType: number;
  readonly currencyId: number;
  readonly available: bigint;
  readonly frozen: bigint;
}

export class SpotStoreInMemory implements SpotStore {
  readonly accounts = new Map<string, StoredAccount>();
  readonly movements: WriterMovement[] = [];
  readonly unposted = new Map<string, LedgerEntry>();
  readonly orders = new Map<number, SpotOrder>();
  lastOrderId = 0;
  readonly deals: SpotDeal[] = [];
  /** The ends of postings, by id. */
  readonly postings = new Map<number, PostingEnd>();
  readonly statuses = new Map<number, MarketStatus>();
  /** Ids of the orders of each commit, in order. */
  readonly batches: (readonly number[])[] = [];
  keyReads = 0;
  /** Owners whose accounts were read. */
  readonly ownerReads: number[] = [];
  /** Ids of the orders that were read. */
  readonly orderReads: number[] = [];
  isFenced = false;
  isClosed = false;
  failure: Error | undefined;
  #held: Promise<void> = Promise.resolve();

  /** Holds commits from now on. @returns a function that releases them. */
  hold(): () => void {
    let release = (): void => {};
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  async commit(batch: SealedBatch): Promise<boolean> {
    await this.#held;
    if (this.failure) throw this.failure;
    if (this.isFenced) return false;
    const { firstMovement, movements, opened, changed, passed, postings } = batch.ledger;
    if (firstMovement !== this.movements.length + 1) throw new Error('a gap in the journal');
    for (const entry of [...changed, ...passed])
      if (!this.accounts.has(accountKey(entry))) throw new Error('a changed account has no row');
    for (const entry of [...opened, ...changed, ...passed]) {
      const { available = 0n, frozen = 0n } = this.accounts.get(accountKey(entry)) ?? {};
      const sums = { available: available + entry.available, frozen: frozen + entry.frozen };
      this.accounts.set(accountKey(entry), { ...entry, ...sums });
    }
    for (const order of batch.newOrders) {
      if (this.orders.has(order.id)) throw new Error('a new order is stored already');
      this.orders.set(order.id, order);
    }
    for (const order of batch.changedOrders) {
      if (!this.orders.has(order.id)) throw new Error('a changed order is not stored');
      this.orders.set(order.id, order);
    }
    for (const id of batch.droppedOrders)
      if (!this.orders.delete(id)) throw new Error('a dropped order is not stored');
    for (const sum of batch.unposted) this.unposted.set(accountKey(sum), sum);
    this.lastOrderId = batch.lastOrderId;
    for (const posting of postings) {
      if (this.postings.has(posting.id)) throw new Error('a posting has ended already');
      this.postings.set(posting.id, posting);
    }
    this.movements.push(...movements);
    this.deals.push(...batch.committed.deals);
    this.batches.push(batch.committed.orders.map(({ id }) => id));
    return true;
  }

  async setStatus(marketId: number, status: MarketStatus): Promise<boolean> {
    this.statuses.set(marketId, status);
    return !this.isFenced;
  }

  async isCurrent(): Promise<boolean> {
    if (this.failure) throw this.failure;
    return !this.isFenced;
  }

  async balancesOf(ownerIds: readonly number[]): Promise<OwnerBalances> {
    this.ownerReads.push(...ownerIds);
    const spot = [...this.accounts.values()].filter(({ accountType }) => accountType === 1);
    return new Map(ownerIds.map((id) => [id, spot.filter(({ ownerId }) => ownerId === id)]));
  }

  async keysOf(ownerId: number, since: number): Promise<readonly KeyedCommand[]> {
    this.keyReads += 1;
    return [...this.orders.values()].flatMap(({ idempotencyKey: key, ...order }) =>
      key !== null && order.ownerId === ownerId && order.createdAtMs > since
        ? [{ key, recordId: order.id, terms: keyTermsOf(order), createdAtMs: order.createdAtMs }]
        : [],
    );
  }

  async findOrder(orderId: number): Promise<SpotOrder | undefined> {
    this.orderReads.push(orderId);
    return this.orders.get(orderId);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The state that a starting server would find. */
  snapshot(): SpotSnapshot {
    const all = [...this.orders.values()].toSorted((a, b) => a.id - b.id);
    const openOrders = all.filter(({ state }) => state === 'paid');
    const owners = new Set([...Object.values(OWNERS), ...openOrders.map((each) => each.ownerId)]);
    const accounts = [...this.accounts.values()].filter(({ accountType }) => accountType === 1);
    return {
      balances: new Map(
        Array.from(owners, (id) => [id, accounts.filter(({ ownerId }) => ownerId === id)]),
      ),
      openOrders,
      unposted: [...this.unposted.values()],
      lastOrderId: this.lastOrderId,
      lastDealId: this.deals.at(-1)?.id ?? 0,
      lastMovement: this.movements.length,
    };
  }
}
