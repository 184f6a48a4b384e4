/** The batch that collects the changes by commands and marks since the last seal. */
import type { EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import { HOUSE_ACCOUNTS, LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { WriterMovement } from '../../ledger/writer/ledger-statement.repo.ts';
import { OwnedBalances } from '../../ledger/writer/owned-balances.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';
import type { PostingEnd, PostingId } from '../../ledger/writer/postings.types.ts';
import type { WriterGuest } from '../../ledger/writer/guest.types.ts';
import type { LeverBatch } from './lever-exchange.types.ts';
import { LeverNotices } from './lever-notices.ts';
import type {
  ChangedLeverOrder,
  HouseFunding,
  LeverOrderEvent,
  LeverSnapshot,
  SealedLeverBatch,
  Settled,
  StopOutEvidence,
  UsedMark,
} from './lever-store.types.ts';

/** Types whose balances the dealing writer holds. */
const DEALING_TYPES = [
  ACCOUNT_TYPES.contract,
  ACCOUNT_TYPES.fast_contract,
  LEVER_DEBT_ACCOUNT,
  HOUSE_ACCOUNTS.leverPool,
  HOUSE_ACCOUNTS.leverInsurance,
  HOUSE_ACCOUNTS.leverFees,
  HOUSE_ACCOUNTS.microPool,
] as const;

/** Fields that only the row of a new order has. */
interface Placement {
  readonly idempotencyKey: string | null;
  readonly requestId: string;
}

export class FillingLeverBatch {
  readonly balances = new OwnedBalances('dealing', DEALING_TYPES);
  /** The product that shares the commits; undefined for none. */
  guest: WriterGuest | undefined;
  readonly #notices = new LeverNotices();
  readonly #currencyId: number;
  #firstMovement: number;
  #isDirty = false;
  #movements: WriterMovement[] = [];
  #entryCount = 0;
  #postings: PostingEnd[] = [];
  #orders = new Map<LeverOrder, EpochMs>();
  #placed = new Map<number, Placement>();
  #settled = new Map<number, Settled>();
  #evidence = new Map<number, StopOutEvidence>();
  #events: LeverOrderEvent[] = [];
  #usedMarks: UsedMark[] = [];
  #funds: HouseFunding[] = [];
  #warnings: LeverBatch['warnings'][number][] = [];

  /** @param currencyId settlement currency of all contracts. */
  constructor({ lastMovement }: Pick<LeverSnapshot, 'lastMovement'>, currencyId: number) {
    this.#firstMovement = lastMovement + 1;
    this.#currencyId = currencyId;
  }

  /** Number of rows that a seal would return now. */
  get rows(): number {
    return (
      this.#movements.length +
      this.#entryCount +
      this.#postings.length +
      this.#orders.size +
      this.#events.length +
      this.#usedMarks.length +
      this.#funds.length +
      (this.guest?.rows ?? 0) +
      this.balances.touchedCount
    );
  }

  /** Whether a seal would return anything. */
  get isDirty(): boolean {
    return this.#isDirty || (this.guest?.rows ?? 0) > 0;
  }

  book(movement: Movement, atMs: EpochMs): void {
    this.#isDirty = true;
    for (const entry of movement.entries) this.balances.apply(entry);
    this.#movements.push({ ...movement, atMs });
    this.#entryCount += movement.entries.length;
  }

  /** Books a stored movement and marks it. */
  bookPosting(id: PostingId, movement: Movement, atMs: EpochMs): void {
    const number = this.#firstMovement + this.#movements.length;
    this.book(movement, atMs);
    this.#postings.push({ id, number, refusedAtMs: null });
  }

  refusePosting(id: PostingId, refusedAtMs: EpochMs): void {
    this.#isDirty = true;
    this.#postings.push({ id, number: null, refusedAtMs });
  }

  addPlacement(orderId: number, placement: Placement): void {
    this.#placed.set(orderId, placement);
  }

  addEvent(order: LeverOrder, event: LeverOrderEvent, mark: UsedMark | null): void {
    this.#isDirty = true;
    this.#orders.set(order, event.atMs);
    this.#events.push(event);
    if (mark !== null) this.#usedMarks.push(mark);
  }

  addSettled(orderId: number, change: Partial<Settled>): void {
    const before = this.#settled.get(orderId) ?? NOTHING_SETTLED;
    this.#settled.set(orderId, { ...before, ...change });
  }

  /** Number of the last movement, of this batch or an earlier one. */
  get lastMovement(): number {
    return this.#firstMovement + this.#movements.length - 1;
  }

  addEvidence(orderId: number, evidence: StopOutEvidence): void {
    this.#evidence.set(orderId, evidence);
  }

  /** Adds a mark that values positions without any act. */
  addMark(mark: UsedMark): void {
    this.#isDirty = true;
    this.#usedMarks.push(mark);
  }

  addFunding(funding: HouseFunding): void {
    this.#funds.push(funding);
  }

  addWarning(warning: LeverBatch['warnings'][number]): void {
    this.#isDirty = true;
    this.#warnings.push(warning);
  }

  /** Returns the changes since the last call. @param clockMs time of the clock, by which notices are due. */
  seal(now: EpochMs, clockMs: EpochMs): SealedLeverBatch {
    const { balances, ...accounts } = this.balances.takeChanges();
    const guest = this.guest?.seal() ?? null;
    const orders = [...this.#orders]
      .map(([order, atMs]) => this.#copyOf(order, atMs))
      .toSorted((a, b) => a.id - b.id);
    const committed: LeverBatch = {
      atMs: now,
      orders,
      accounts: this.#accountsOf(balances),
      balances: balances.filter(({ accountType }) => accountType !== LEVER_DEBT_ACCOUNT),
      warnings: this.#warnings,
      guest,
    };
    const { notices, dueAtMs: noticesDueAtMs } = this.#notices.storedOf({
      ...committed,
      atMs: clockMs,
    });
    const batch: SealedLeverBatch = {
      ledger: {
        firstMovement: this.#firstMovement,
        movements: this.#movements,
        postings: this.#postings,
        ...accounts,
      },
      newOrders: orders.flatMap((order) => {
        const placement = this.#placed.get(order.id);
        return placement === undefined ? [] : [{ ...order, ...placement }];
      }),
      changedOrders: orders.filter(({ id }) => !this.#placed.has(id)),
      events: this.#events,
      usedMarks: this.#usedMarks,
      funds: this.#funds,
      notices,
      noticesDueAtMs,
      committed,
    };
    this.#firstMovement += this.#movements.length;
    this.#clear();
    return batch;
  }

  #clear(): void {
    this.#isDirty = false;
    this.#movements = [];
    this.#entryCount = 0;
    this.#postings = [];
    this.#orders = new Map();
    this.#placed = new Map();
    this.#settled = new Map();
    this.#evidence = new Map();
    this.#events = [];
    this.#usedMarks = [];
    this.#funds = [];
    this.#warnings = [];
  }

  #copyOf(order: LeverOrder, updatedAtMs: EpochMs): ChangedLeverOrder {
    const settled = this.#settled.get(order.id) ?? null;
    return { ...order, updatedAtMs, settled, evidence: this.#evidence.get(order.id) ?? null };
  }

  /** The contract accounts of these balances, each once. */
  #accountsOf(balances: readonly OwnedBalance[]): LeverBatch['accounts'] {
    const owners = new Set<number>();
    for (const { ownerId, accountType, currencyId } of balances)
      if (currencyId === this.#currencyId && accountType !== ACCOUNT_TYPES.fast_contract)
        owners.add(ownerId);
    return [...owners].map((ownerId) => ({ ownerId, ...this.fundsOf(ownerId) }));
  }

  /** The contract account of a loaded owner, as memory has it. */
  fundsOf(ownerId: number): { available: bigint; frozen: bigint; debt: bigint } {
    return contractFundsOf(this.balances.of(ownerId), this.#currencyId);
  }
}

/** Returns the contract account among the balances of one owner. @param currencyId of settlement. */
export function contractFundsOf(balances: readonly OwnedBalance[], currencyId: number) {
  const own = (type: number) =>
    balances.find((each) => each.accountType === type && each.currencyId === currencyId);
  const account = own(ACCOUNT_TYPES.contract);
  return {
    available: account?.available ?? 0n,
    frozen: account?.frozen ?? 0n,
    debt: -(own(LEVER_DEBT_ACCOUNT)?.available ?? 0n),
  };
}

const NOTHING_SETTLED: Settled = { available: 0n, debt: 0n, fromInsurance: 0n, waived: 0n };
