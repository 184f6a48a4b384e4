/** The prices that a market waits for. There are hundreds of thousands, so each is a small object of a class. */
import type { LeverOrder } from './lever-types.ts';
import type { Trigger } from './trigger-heap.ts';

/** A price of one order. */
export interface OrderTrigger extends Trigger {
  readonly order: LeverOrder;
}

export class TakeProfit implements OrderTrigger {
  readonly order: LeverOrder;
  readonly ticks: number;

  constructor(order: LeverOrder, ticks: number) {
    this.order = order;
    this.ticks = ticks;
  }

  isArmed(): boolean {
    return this.order.state === 'in_trading' && this.order.takeProfitTicks === this.ticks;
  }
}

export class StopLoss implements OrderTrigger {
  readonly order: LeverOrder;
  readonly ticks: number;

  constructor(order: LeverOrder, ticks: number) {
    this.order = order;
    this.ticks = ticks;
  }

  isArmed(): boolean {
    return this.order.state === 'in_trading' && this.order.stopLossTicks === this.ticks;
  }
}

/** The mark at which a pending limit order opens. */
export class LimitMark implements OrderTrigger {
  readonly order: LeverOrder;
  readonly ticks: number;

  constructor(order: LeverOrder, ticks: number) {
    this.order = order;
    this.ticks = ticks;
  }

  isArmed(): boolean {
    return this.order.state === 'pending';
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
