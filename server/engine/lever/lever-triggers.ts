/** The prices that a market waits for. There are hundreds of thousands, so each is a small object of a class. */
import type { LeverOrder } from './lever-types.ts';
import type { Trigger } from './trigger-heap.ts';

/** A price of one order. It counts until it is disarmed, so that an amendment leaves nothing behind that counts. */
export class OrderTrigger implements Trigger {
  readonly order: LeverOrder;
  readonly kind: 'take_profit' | 'stop_loss' | 'limit';
  readonly ticks: number;
  #isDisarmed = false;

  constructor(order: LeverOrder, kind: OrderTrigger['kind'], ticks: number) {
    this.order = order;
    this.kind = kind;
    this.ticks = ticks;
  }

  /** The move of the mark that reaches the price. */
  get reachedBy(): 'falls' | 'rises' {
    return (this.order.direction === 'long') === (this.kind === 'take_profit') ? 'rises' : 'falls';
  }

  isArmed(): boolean {
    const { state } = this.order;
    if (this.#isDisarmed) return false;
    if (this.kind === 'limit') return state === 'pending';
    return state === 'in_trading' || state === 'closing';
  }

  /** It never counts again. */
  disarm(): void {
    this.#isDisarmed = true;
  }
}

/** A safe box: one object for all its prices. */
export interface Box {
  readonly ownerId: number;
  /** False when the account has been judged again. */
  isArmed: boolean;
}

/** A price of a safe box. */
export class BoxTrigger implements Trigger {
  readonly box: Box;
  readonly ticks: number;

  constructor(box: Box, ticks: number) {
    this.box = box;
    this.ticks = ticks;
  }

  isArmed(): boolean {
    return this.box.isArmed;
  }
}
