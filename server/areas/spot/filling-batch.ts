/** The batch that collects commands: what they have changed since the last seal. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { MatchingEngine } from '../../engine/engine-types.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { WriterMovement } from '../../ledger/writer/ledger-statement.repo.ts';
import { OwnedBalances } from '../../ledger/writer/owned-balances.ts';
import type { PostingEnd, PostingId } from '../../ledger/writer/postings.types.ts';
import type { WorkingOrder } from './settlement.ts';
import type { LevelChange, SpotDeal, SpotOrder } from './spot-events.ts';
import type { SealedBatch, SpotSnapshot } from './spot-store.types.ts';
import { StoredOrders } from './stored-orders.ts';
import { isOfHouseAlone, Unposted } from './unposted.ts';

/** A market whose book a batch has changed. */
interface ChangedBook {
  readonly rules: { readonly id: number };
  readonly engine: Pick<MatchingEngine, 'takeChangedLevels'>;
}

export class FillingBatch {
  readonly balances = new OwnedBalances('spot', [ACCOUNT_TYPES.spot]);
  readonly #unposted: Unposted;
  readonly #storedOrders = new StoredOrders();
  #nextDealId: number;
  #firstOrderId: number;
  #firstMovement: number;
  #movements: WriterMovement[] = [];
  #entryCount = 0;
  #postings: PostingEnd[] = [];
  #deals: SpotDeal[] = [];
  #orders = new Set<WorkingOrder>();
  readonly #books = new Set<ChangedBook>();

  constructor({ unposted, lastOrderId, lastDealId, lastMovement, openOrders }: SpotSnapshot) {
    this.#unposted = new Unposted(unposted);
    for (const order of openOrders) this.#storedOrders.load(order);
    this.#firstOrderId = lastOrderId + 1;
    this.#nextDealId = lastDealId + 1;
    this.#firstMovement = lastMovement + 1;
  }

  /** Number of rows that a seal would return now. */
  get rows(): number {
    return (
      this.#movements.length +
      this.#entryCount +
      this.#postings.length +
      this.#deals.length +
      this.#orders.size +
      this.balances.touchedCount
    );
  }

  book(movement: Movement, atMs: EpochMs): void {
    for (const entry of movement.entries) this.balances.apply(entry);
    if (!isOfHouseAlone(movement)) return this.#addMovement(movement, atMs);
    this.#unposted.add(movement.entries);
    // The accounts changed when each amount was added to the sums.
    const due = this.#unposted.takeDue(this.#nextDealId - 1, atMs);
    if (due !== null) this.#addMovement(due, atMs);
  }

  /** Books a stored movement and marks it. */
  bookPosting(id: PostingId, movement: Movement, atMs: EpochMs): void {
    const number = this.#firstMovement + this.#movements.length;
    this.book(movement, atMs);
    this.#postings.push({ id, number, refusedAtMs: null });
  }

  refusePosting(id: PostingId, refusedAtMs: EpochMs): void {
    this.#postings.push({ id, number: null, refusedAtMs });
  }

  /** @returns the number of the next trade. */
  takeDealId(): number {
    return this.#nextDealId++;
  }

  addDeal(deal: SpotDeal, taker: WorkingOrder, maker: WorkingOrder): void {
    this.#deals.push(deal);
    this.#storedOrders.meet(taker, maker);
    this.#orders.add(taker).add(maker);
  }

  touchOrder(order: WorkingOrder): void {
    this.#orders.add(order);
  }

  touchBook(book: ChangedBook): void {
    this.#books.add(book);
  }

  /** Returns the changes since the last call. */
  seal(lastOrderId: number): SealedBatch {
    const { balances, ...accounts } = this.balances.takeChanges();
    const orders = [...this.#orders].toSorted((a, b) => a.id - b.id).map(copyOf);
    const batch: SealedBatch = {
      ledger: {
        firstMovement: this.#firstMovement,
        movements: this.#movements,
        postings: this.#postings,
        ...accounts,
      },
      unposted: this.#unposted.takeChanges(),
      lastOrderId,
      ...this.#storedOrders.rowsOf(orders, this.#firstOrderId),
      committed: { deals: this.#deals, orders, balances, levels: this.#takeLevels() },
    };
    this.#firstOrderId = lastOrderId + 1;
    this.#firstMovement += this.#movements.length;
    this.#movements = [];
    this.#entryCount = 0;
    this.#postings = [];
    this.#deals = [];
    this.#orders = new Set();
    return batch;
  }

  #addMovement(movement: Movement, atMs: EpochMs): void {
    this.#movements.push({ ...movement, atMs });
    this.#entryCount += movement.entries.length;
  }

  #takeLevels(): ReadonlyMap<number, readonly LevelChange[]> {
    const levels = new Map<number, readonly LevelChange[]>();
    for (const { rules, engine } of this.#books) {
      const changes = engine.takeChangedLevels();
      if (changes.length === 0) continue;
      levels.set(
        rules.id,
        changes.map(({ side, level }) => ({ side, ...level })),
      );
    }
    this.#books.clear();
    return levels;
  }
}

const copyOf = (order: WorkingOrder): SpotOrder => ({ ...order });
