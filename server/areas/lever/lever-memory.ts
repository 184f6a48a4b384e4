/**
 * The dealing writer's memory: the core of contract trading, and the balances of contract and fast-contract
 * accounts. Commands and marks change it immediately and collect in a batch; `seal` returns the batch for its
 * commit. It has no stores and no promises.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { checkForm } from '../../engine/lever/admission.ts';
import { DealingCore } from '../../engine/lever/dealing-core.ts';
import type { HouseFunds } from '../../engine/lever/house-risk.ts';
import type { LeverMark, LeverOrder, Verdict } from '../../engine/lever/lever-types.ts';
import { isHouse } from '../../ledger/chart.ts';
import { leverHouseFunded, leverMovementOf } from './lever-recipes.ts';
import type { OwnedBalance, OwnedBalances } from '../../ledger/writer/owned-balances.ts';
import type { PostingId, WrittenPosting } from '../../ledger/writer/postings.types.ts';
import { ContractTime } from './contract-time.ts';
import { contractFundsOf, FillingLeverBatch } from './lever-batch.ts';
import type { WriterGuest } from '../../ledger/writer/guest.types.ts';
import type { LeverMarketRules, NewLeverRequest } from './lever-exchange.types.ts';
import type { LeverSnapshot, SealedLeverBatch } from './lever-store.types.ts';
import { newOrderOf } from './new-order.ts';
import { actorOf, rowOf, withShortfalls } from './order-events.ts';
import type { JoinedLeverEvent, LeverCommandCause } from './order-events.ts';
import { StopOutEvidences } from './stop-out-evidence.ts';
import { TakenMarks } from './taken-marks.ts';
import type { LeverPrices } from './taken-marks.ts';

export type PostingRefusal = 'insufficient_balance' | 'margin_in_use';

/** Acts of the exchange at a mark, without a request of a user. */
const AT_MARK = 'contract-mark';

/** Within a long round, marks of other markets are taken again when they are so old. */
const REFRESHED_AFTER_MS = 200;

interface LeverMemoryParts {
  readonly snapshot: LeverSnapshot;
  readonly prices: LeverPrices;
  /** Settlement currency of all markets. */
  readonly currencyId: number;
  readonly now: EpochMs;
}

export class LeverMemory {
  readonly marks: TakenMarks;
  readonly #core: DealingCore;
  readonly #rules = new Map<number, LeverMarketRules>();
  readonly #batch: FillingLeverBatch;
  readonly #currencyId: number;
  #nextOrderId: number;
  #nextFundId: number;
  readonly #time: ContractTime;
  #isWhole = true;
  readonly #evidences = new StopOutEvidences();

  /** @throws AssertionError when the snapshot contradicts itself. */
  constructor({ snapshot, prices, currencyId, now }: LeverMemoryParts) {
    const { markets, lastMarks, openOrders, house, lastAtMs } = snapshot;
    this.#currencyId = currencyId;
    // The clock may have been set back since the last run, and nights are counted from stored times.
    this.#time = new ContractTime(now, lastAtMs);
    for (const rules of markets) this.#rules.set(rules.id, checkedRules(rules, currencyId));
    this.marks = new TakenMarks(prices, lastMarks);
    this.#batch = new FillingLeverBatch(snapshot, currencyId);
    this.#core = new DealingCore(markets, house, () => this.#time.clockMs);
    for (const [marketId, { ticks }] of lastMarks) {
      this.#core.restoreTicks(marketId, ticks);
      prices.resume(ensure(this.#rules.get(marketId), `contract market ${marketId}`), ticks);
    }
    for (const [ownerId, balances] of snapshot.balances) this.load(ownerId, balances);
    for (const order of openOrders) this.#core.restoreOrder(order, this.#time.at(now));
    this.#nextOrderId = snapshot.lastOrderId + 1;
    this.#nextFundId = snapshot.lastFundId + 1;
  }

  get rules(): ReadonlyMap<number, LeverMarketRules> {
    return this.#rules;
  }

  /** False for good after a change that broke a rule half way: it must never be committed. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Number of rows of the batch that collects changes. */
  get rows(): number {
    return this.#batch.rows;
  }

  /** Whether the batch has anything to commit or to report. */
  get isDirty(): boolean {
    return this.#batch.isDirty;
  }

  /** Whether a mark has further steps; no other mark of its market may come before them. */
  get isBusy(): boolean {
    return this.#core.isBusy;
  }

  get house(): HouseFunds {
    return this.#core.house;
  }

  /** Returns the time to which nights are counted for readers at this time of the clock. */
  shownAtMs(clockMs: EpochMs): EpochMs {
    return this.#time.shownAt(clockMs);
  }

  mayFund(pool: bigint, insurance: bigint): boolean {
    return this.#core.mayFund(pool, insurance);
  }

  get cover(): DealingCore['cover'] {
    return this.#core.cover;
  }

  get exposures(): ReturnType<DealingCore['exposures']> {
    return this.#core.exposures();
  }

  /** The markets in which a loaded owner has positions. */
  marketsOf(ownerId: number): readonly number[] {
    return this.#core.marketsOf(ownerId);
  }

  /** Whether the market has an order or a position. */
  hasOrders(marketId: number): boolean {
    return this.#core.isUsed(marketId);
  }

  /** Whether the market has anything open. */
  hasOpen(marketId: number): boolean {
    return this.#core.hasOpen(marketId);
  }

  get balances(): Pick<OwnedBalances, 'knows' | 'of' | 'owners' | 'unknownOwners'> {
    return this.#batch.balances;
  }

  /** Loads the stored accounts of an owner. */
  load(ownerId: number, balances: readonly OwnedBalance[]): void {
    this.#batch.balances.load(ownerId, balances);
    if (isHouse(ownerId)) return;
    const { available, debt } = contractFundsOf(balances, this.#currencyId);
    this.#core.restoreAccount(ownerId, { available, debt });
  }

  /**
   * Forgets owners without orders who were not used lately, while more than `ownersMax` are in memory.
   * @param durableBatch number of the last durable batch. @returns the forgotten owners.
   */
  forgetIdle(durableBatch: number, ownersMax: number): readonly number[] {
    const { balances } = this.#batch;
    const isHeld = (ownerId: number) => this.#core.hasOrders(ownerId);
    const forgotten = balances.forgetIdle(durableBatch, ownersMax, isHeld);
    for (const ownerId of forgotten) this.#core.forget(ownerId);
    return forgotten;
  }

  /**
   * Evaluates the mark of a market and does the first steps that follow. Does nothing while an earlier mark
   * has further steps. @param isOnDemand a command asks, which may use the last mark at unchanged prices.
   */
  takeMark(marketId: number, now: EpochMs, steps: number, isOnDemand: boolean): void {
    if (this.isBusy) return;
    const mark = this.#evaluate(marketId, now, isOnDemand);
    if (mark === null) return;
    this.#atMark(() => this.#core.takeMark(marketId, mark, this.#time.nowMs, steps));
  }

  /**
   * Takes the marks of other markets again while one has further steps: stop-outs need the newest ones. Their
   * consequences are done first. @returns the markets.
   */
  refreshMarks(now: EpochMs): readonly number[] {
    if (!this.isBusy) return [];
    const takenAtMs = this.#time.at(now);
    const refreshed: number[] = [];
    for (const marketId of this.#rules.keys()) {
      const isOld = now - this.marks.readAtMs(marketId) >= REFRESHED_AFTER_MS;
      if (!isOld || this.#core.isUnderWay(marketId)) continue;
      const mark = this.#evaluate(marketId, now, false);
      if (mark === null) continue;
      this.#atMark(() => this.#core.takeMark(marketId, mark, takenAtMs, 0));
      refreshed.push(marketId);
    }
    return refreshed;
  }

  /** Does further steps of the marks that are under way, or of a market's end. */
  work(steps: number, now: EpochMs): void {
    const at = this.#time.at(now);
    this.#atMark(() => this.#core.work(steps, at));
  }

  /** Begins the end of a market. Must not be called while a mark has further steps. */
  windDown(marketId: number, now: EpochMs): void {
    this.#time.at(now);
    this.#atMark(() => this.#core.windDown(marketId, this.#time.nowMs, 0));
  }

  /** @returns the number of the order. */
  place(request: NewLeverRequest): Verdict<LeverOrder> {
    const order = newOrderOf(request, this.#nextOrderId);
    checkForm(order);
    return this.#byOwner(request, (now) => {
      const placed = this.#core.place(order, now);
      if (!placed.ok) return placed;
      this.#nextOrderId += 1;
      const { idempotencyKey, requestId } = request;
      this.#batch.addPlacement(order.id, { idempotencyKey, requestId });
      return placed;
    });
  }

  /** Runs a command of an owner whose accounts are loaded. */
  command<T>(cause: OwnerCause, run: (core: DealingCore, now: EpochMs) => T): T {
    return this.#byOwner(cause, (now) => run(this.#core, now));
  }

  /** Runs a command of an operator. */
  dismiss(orderId: number, requestId: string, now: EpochMs): Verdict<LeverOrder> {
    const cause = { requestId, actorId: 0, now: this.#time.at(now) };
    return this.#change(cause, () => this.#core.dismiss(orderId, this.#time.nowMs));
  }

  setTerms(rules: LeverMarketRules): void {
    checkedRules(rules, this.#currencyId);
    const isNew = !this.#rules.has(rules.id);
    this.#core.setTerms(rules);
    this.#rules.set(rules.id, rules);
    if (rules.status === 'halted' && !isNew) this.#keepLastMark(rules.id);
  }

  fundHouse(pool: bigint, insurance: bigint, requestId: string, asked: EpochMs): boolean {
    assert(pool !== 0n || insurance !== 0n, 'something is funded');
    const now = this.#time.at(asked);
    if (!this.mayFund(pool, insurance)) return false;
    const id = this.#nextFundId++;
    const funds = { id, pool, insurance, requestId, atMs: now };
    this.#change({ requestId, actorId: 0, now }, () => {
      this.#core.fundHouse(pool, insurance);
      this.#batch.book(leverHouseFunded({ ...funds, currencyId: this.#currencyId }), now);
      this.#batch.addFunding(funds);
    });
    return true;
  }

  /** Books the posting, or marks it refused. The owners of all its accounts must be loaded. */
  bookPosting({ id, movement }: WrittenPosting, asked: EpochMs): Result<null, PostingRefusal> {
    const now = this.#time.at(asked);
    const { entries, requestId, actorId } = movement;
    if (!this.#batch.balances.covers(entries)) {
      this.refusePosting(id, now);
      return refuse('insufficient_balance');
    }
    const own = entries.find(
      ({ accountType, currencyId }) =>
        accountType === ACCOUNT_TYPES.contract && currencyId === this.#currencyId,
    );
    return this.#change({ requestId, actorId, now, postingId: id }, () => {
      if (own !== undefined && own.available < 0n) {
        const left = this.#core.withdraw(own.ownerId, -own.available, now);
        if (!left.ok) {
          this.refusePosting(id, now);
          return refuse('margin_in_use');
        }
      }
      this.#batch.bookPosting(id, movement, now);
      if (own !== undefined && own.available > 0n)
        this.#core.deposit(own.ownerId, own.available, now);
      return ok(null);
    });
  }

  refusePosting(id: PostingId, now: EpochMs): void {
    this.#batch.refusePosting(id, this.#time.at(now));
  }

  /** Lets another product share the batches. */
  admit(guest: WriterGuest): void {
    this.#batch.guest = guest;
  }

  /** Runs a change of the guest. @throws every error of `change`. */
  changeOfGuest<T>(asked: EpochMs, change: (batch: FillingLeverBatch, now: EpochMs) => T): T {
    const now = this.#time.at(asked);
    return this.#change({ requestId: AT_MARK, actorId: 0, now }, () => change(this.#batch, now));
  }

  /** Returns the changes since the last call. */
  seal(): SealedLeverBatch {
    return this.#batch.seal(this.#time.nowMs, this.#time.clockMs);
  }

  #evaluate(marketId: number, now: EpochMs, mayReuse: boolean): LeverMark | null {
    const rules = ensure(this.#rules.get(marketId), `contract market ${marketId}`);
    const wasLive = this.marks.live(marketId) !== null;
    // Sources have times of the clock, also while it is behind the last stored time.
    const mark = this.marks.evaluate(rules, { now, takenAtMs: this.#time.at(now), mayReuse });
    if (wasLive && mark !== null && mark.state !== 'live') this.#keepLastMark(marketId);
    return mark;
  }

  /** The last live price of a market without one values its positions, also after a restart. */
  #keepLastMark(marketId: number): void {
    if (this.#core.isHeld(marketId)) this.#storeLastMark(marketId);
  }

  #storeLastMark(marketId: number): number | null {
    const last = this.marks.useLastLive(marketId);
    if (last !== null && last.mark !== null) this.#batch.addMark(last.mark);
    return last?.seq ?? null;
  }

  #atMark(steps: () => void): void {
    this.#change({ requestId: AT_MARK, actorId: 0, now: this.#time.nowMs }, steps);
  }

  #byOwner<T>({ requestId, ownerId, now: asked }: OwnerCause, run: (now: EpochMs) => T): T {
    const now = this.#time.at(asked);
    return this.#change({ requestId, actorId: ownerId, now }, () => run(now));
  }

  /** Changes the core, and adds its effects to the batch. @throws every error of `change`. */
  #change<T>(cause: Cause, change: () => T): T {
    this.#isWhole = false;
    const result = change();
    for (const event of withShortfalls(this.#core.takeEvents())) this.#take(event, cause);
    this.#isWhole = true;
    return result;
  }

  #take(event: JoinedLeverEvent, cause: Cause): void {
    const movement = leverMovementOf(event, {
      currencyId: this.#currencyId,
      requestId: cause.requestId,
      actorId: actorOf(event, cause),
      postingId: cause.postingId ?? null,
    });
    if (event.type === 'order.closed' && event.closing.seen !== null) {
      const { lastMovement } = this.#batch;
      const storeLastMark = (marketId: number) => this.#storeLastMark(marketId);
      const evidence = this.#evidences.of(event.closing.seen, { lastMovement, storeLastMark });
      this.#batch.addEvidence(event.order.id, evidence);
    }
    if (movement !== null) this.#batch.book(movement, cause.now);
    switch (event.type) {
      case 'owner.warned': {
        const { ownerId, level, equity, margin } = event;
        this.#batch.addWarning({ ownerId, level, equity, margin });
        return;
      }
      case 'shortfall.paid': {
        const { orderId, fromInsurance, waived } = event;
        this.#batch.addSettled(orderId, { fromInsurance, waived });
        return;
      }
      case 'money.arrived':
      case 'money.left':
        return;
      case 'order.closed': {
        const { available, debt, shortfall } = event;
        this.#batch.addSettled(event.order.id, { available, debt, ...shortfall });
        break;
      }
      default:
    }
    const { marketId } = event.order;
    // The price of a halted market must not value positions after a restart either.
    const isHalted = this.#rules.get(marketId)?.status === 'halted';
    const live = isHalted ? null : this.marks.live(marketId);
    const used = live === null ? null : this.marks.use(marketId);
    this.#batch.addEvent(event.order, rowOf(event, cause, live), used);
  }
}

interface OwnerCause {
  readonly ownerId: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

interface Cause extends LeverCommandCause {
  /** Id of the posting that is booked. */
  readonly postingId?: PostingId;
}

function checkedRules(rules: LeverMarketRules, currencyId: number): LeverMarketRules {
  assert(
    rules.settleCurrencyId === currencyId,
    'all contract markets have one settlement currency',
  );
  return rules;
}
