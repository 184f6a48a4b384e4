/**
 * Runs operations on the core alone, with the steps of each mark spread over the operations that follow and marks of
 * other markets between them, and checks what must hold in between and at rest. The naive model cannot follow: it
 * has no steps.
 */
import { assert } from '../../../contract/assert.ts';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type {
  LeverEvent,
  LeverMarketTerms,
  LeverOrder,
} from '../../../server/engine/lever/lever-types.ts';
import { LeverLedger } from './lever-ledger.ts';
import { LiveMarks } from './live-marks.ts';
import { LEVER_MARKETS, ownerIn } from './lever-workload.ts';
import type { LeverMix, LeverOperation } from './lever-workload.ts';

type Closing = NonNullable<LeverOrder['closing']>;

const ENDED: ReadonlySet<string> = new Set(['order.closed', 'order.cancelled']);

export class LeverInterleaving {
  /** Commands that came between two steps of one mark. */
  between = 0;
  /** Marks of other markets that came between two steps of one mark. */
  marksBetween = 0;
  /** Events by type, those that end an order by reason, too. */
  readonly kinds: Record<string, number> = {};
  readonly #core: DealingCore;
  readonly #ledger: LeverLedger;
  readonly #owners = new Set<number>();
  readonly #ended = new Set<number>();
  /** Positions whose owners wait for a price. */
  readonly #awaited = new Set<number>();
  readonly #marks = new LiveMarks();
  /** When each market had its last mark, if sources agree on it. */
  readonly #agreedMs = new Map<number, number>();
  readonly #waiting: Extract<LeverOperation, { type: 'mark' }>[] = [];

  constructor({ house }: LeverMix) {
    this.#core = new DealingCore(LEVER_MARKETS, house);
    this.#ledger = new LeverLedger(house);
  }

  /** @throws AssertionError where a law is broken. */
  run(operations: Iterable<LeverOperation>): void {
    for (const operation of operations) {
      this.#meet(ownerIn(operation));
      if (operation.type === 'mark') this.#waiting.push(operation);
      else {
        this.#command(operation);
        for (const event of this.#core.takeEvents()) this.#follow(event);
      }
      const hasEnded = this.#work(operation.now);
      this.#audit(operation.now, hasEnded);
    }
  }

  #meet(ownerId: number | null): void {
    if (ownerId === null || this.#owners.has(ownerId)) return;
    this.#owners.add(ownerId);
    this.#core.restoreAccount(ownerId, { available: 0n, debt: 0n });
  }

  /**
   * One step of the last mark, after the next one is taken: as soon as its market has no steps left. @returns whether
   * it was the last step of all marks.
   */
  #work(now: number): boolean {
    const wasBusy = this.#core.isBusy;
    const at = this.#waiting.findIndex(({ marketId }) => !this.#core.isUnderWay(marketId));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return wasBusy && !this.#core.work(1);
    if (wasBusy) this.marksBetween += 1;
    this.#marks.take(next.marketId, next.mark, now);
    const isAgreed = next.mark.state === 'live' && next.mark.isAgreed;
    this.#agreedMs.set(next.marketId, isAgreed && !this.#marks.isHalted(next.marketId) ? now : -1);
    return !this.#core.takeMark(next.marketId, next.mark, now, 1);
  }

  #command(operation: LeverOperation): void {
    if (this.#core.isBusy) this.between += 1;
    const { now } = operation;
    const core = this.#core;
    switch (operation.type) {
      case 'place':
        return void core.place(operation.order, now);
      case 'cancel':
      case 'close':
      case 'withdrawClose':
        return void core[operation.type](operation, now);
      case 'amend': {
        const { ownerId, id, targets } = operation;
        const [takeProfitTicks, stopLossTicks] = targets;
        const revision = core.find(id)?.revision ?? 1;
        return void core.amend({ ownerId, id, revision, takeProfitTicks, stopLossTicks }, now);
      }
      case 'closeAll':
        return void core.closeAll({ ...operation, marketId: null }, now);
      case 'deposit':
        return core.deposit(operation.ownerId, operation.amount, now);
      case 'withdraw': {
        const { ownerId, amount } = operation;
        const { usable, transferable } = core.accountOf(ownerId, now);
        const left = core.withdraw(ownerId, amount, now);
        assert(left.ok === amount <= transferable, 'what is transferable leaves, and no more');
        const isCertain = this.#isCertain(ownerId, now);
        assert(
          isCertain ? transferable === usable : transferable <= usable,
          'a transfer takes what an opening may take, and no more at uncertain marks',
        );
        return undefined;
      }
      case 'dismiss':
        return void core.dismiss(operation.id, now);
      case 'fundHouse':
        this.#ledger.fund(operation.pool, operation.insurance);
        return core.fundHouse(operation.pool, operation.insurance);
      case 'terms':
        return this.#changeTerms(operation.terms);
      default:
        return undefined;
    }
  }

  /** Whether sources agree on the marks of all positions, none of them of before a long round. */
  #isCertain(ownerId: number, now: number): boolean {
    const oldest = this.#core.isBusy ? now - 250 : 0;
    return this.#core.marketsOf(ownerId).every((id) => (this.#agreedMs.get(id) ?? -1) >= oldest);
  }

  #changeTerms(terms: LeverMarketTerms): void {
    this.#core.setTerms(terms);
    const wasHalted = this.#marks.isHalted(terms.id);
    this.#marks.setTerms(terms);
    if (wasHalted || this.#marks.isHalted(terms.id)) this.#agreedMs.delete(terms.id);
  }

  #audit(now: number, hasEnded: boolean): void {
    for (const event of this.#core.takeEvents()) {
      if (event.type === 'order.closed' && event.closing.reason === 'owner')
        assert(this.#awaited.has(event.order.id), 'a mark closes for an owner who waits for it');
      this.#follow(event);
    }
    for (const ownerId of this.#owners) {
      const account = this.#core.accountOf(ownerId, now);
      const { available, frozen, debt } = account;
      const held = `${available} ${frozen} ${-debt}`;
      assert(this.#ledger.textOf(ownerId) === held, `owner ${ownerId} has what is booked`);
    }
    // Between two steps an account may wait for its turn.
    if (hasEnded) this.#marks.checkStopOuts(this.#core, this.#owners, now);
  }

  #follow(event: LeverEvent): void {
    const before = this.#ledger.total;
    this.#ledger.book(event);
    assert(this.#ledger.total - before === moved(event), 'an event creates no money');
    const kind = kindOf(event);
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
    if (!('order' in event)) return;
    const { id } = event.order;
    assert(!this.#ended.has(id), `order ${id} ends once`);
    if (ENDED.has(event.type)) this.#ended.add(id);
    if (event.type === 'order.closed')
      assert(isJustified(event.order, event.closing), `the mark justifies the close of ${id}`);
    if (event.type === 'close.waits') this.#awaited.add(id);
    if (event.type === 'close.withdrawn') this.#awaited.delete(id);
  }
}

/** Whether the mark explains the reason, as the verifier asks of a stored position. */
function isJustified(order: LeverOrder, { reason, ticks, profit }: Closing): boolean {
  const { direction, takeProfitTicks, stopLossTicks } = order;
  const sign = direction === 'long' ? 1 : -1;
  if (reason === 'take_profit')
    return takeProfitTicks !== null && (ticks - takeProfitTicks) * sign >= 0;
  if (reason === 'stop_loss') return stopLossTicks !== null && (stopLossTicks - ticks) * sign >= 0;
  return reason !== 'deleveraged' || profit > 0n;
}

/** Amounts that come from outside, or go there. */
function moved(event: LeverEvent): bigint {
  if (event.type === 'money.arrived') return event.amount;
  return event.type === 'money.left' ? -event.amount : 0n;
}

function kindOf(event: LeverEvent): string {
  if (event.type === 'order.closed') return `closed ${event.closing.reason}`;
  return event.type === 'order.cancelled' ? `cancelled ${event.reason}` : event.type;
}
