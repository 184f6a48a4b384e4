/**
 * The words of the core of contract trading. Prices are whole ticks, sizes whole lots, amounts units of the
 * settlement currency, times milliseconds since 1970. Rules: RULES "Contracts".
 */
import type { LeverTerms, OpeningCost } from '../../../contract/figures/lever-order.ts';
import type { NightCalendar } from '../../../contract/figures/lever-nights.ts';

/** Limits of the exchange's own risk in one market, in units at the mark. */
interface ExposureLimits {
  /** Limit of the difference between longs and shorts. */
  readonly net: bigint;
  /** Limit of the sum of longs and shorts. */
  readonly gross: bigint;
  /** Limit of one owner's longs and shorts together. */
  readonly owner: bigint;
}

/** trading: everything. close_only: no openings. halted: nothing happens, and closes wait. */
export type LeverMarketStatus = 'trading' | 'close_only' | 'halted';

/** A market and the terms of its next orders. */
export interface LeverMarketTerms {
  readonly id: number;
  readonly calendar: NightCalendar;
  readonly tickLotUnits: bigint;
  readonly lotsMin: number;
  readonly lotsMax: number;
  /** The multiples that an order may have. */
  readonly multiples: readonly number[];
  readonly spreadPpm: number;
  readonly feePpm: number;
  readonly nightPpm: number;
  readonly limits: ExposureLimits;
  readonly status: LeverMarketStatus;
  /** Time of an announced end of the market; null for none. */
  readonly endsAtMs: number | null;
}

/**
 * The price of a market at one moment. A live mark triggers and settles. Otherwise nothing opens, nothing is
 * triggered, no account is stopped out, and closes wait.
 */
export type LeverMark =
  | {
      readonly state: 'live';
      readonly ticks: number;
      /** Number of the evaluation, by which its sources are found. */
      readonly seq: number;
      /** False while outside sources are apart by more than half of spread and fee: market orders and closes wait. */
      readonly isAgreed: boolean;
      /** Distance of the outside sources, rounded up: an order may have lower costs than the market has now. */
      readonly apartPpm: number;
      /** The breaker: no openings. */
      readonly isCloseOnly: boolean;
    }
  | { readonly state: 'frozen' | 'closed' };

export type LiveMark = Extract<LeverMark, { state: 'live' }>;

type LeverOrderState = 'pending' | 'in_trading' | 'closing' | 'closed' | 'cancelled';
/** Reason for the close of a position. */
export type CloseReason =
  | 'owner'
  | 'take_profit'
  | 'stop_loss'
  | 'stop_out'
  | 'deleveraged'
  | 'wound_down';
/** Reason why an order ends before it opens, see `cancel_reason` of `leverOrder`. */
export type CancelReason =
  | 'owner'
  | 'operator'
  | 'exposure_limit'
  | 'account_stopped_out'
  | 'market_removed'
  | 'price_moving'
  | 'market_halted'
  | 'market_closed'
  | 'contracts_close_only'
  | Exclude<OpeningRefusal, 'exposure_limit_reached'>;

/** Request of the owner, with the terms of that moment. */
interface LeverOrderTerms extends LeverTerms {
  readonly id: number;
  readonly ownerId: number;
  readonly marketId: number;
  readonly kind: 'market' | 'limit';
  readonly calendar: NightCalendar;
  /** Null for a market order. */
  readonly limitTicks: number | null;
  /** The worst entry price of a market order; null for any. */
  readonly worstTicks: number | null;
  readonly placedAtMs: number;
}

/** The opening of a position. */
export interface Opening extends OpeningCost {
  readonly ticks: number;
  readonly markSeq: number;
  readonly atMs: number;
}

/** State of the account at a stop-out; all positions that it closed have the same one. */
export interface SeenAccount {
  readonly equity: bigint;
  readonly margin: bigint;
  /** The markets whose last live price counted, because they had none. */
  readonly absentIds: readonly number[];
}

/** The closing of a position. */
export interface Closing {
  readonly reason: CloseReason;
  readonly ticks: number;
  readonly markSeq: number;
  readonly atMs: number;
  /** Negative for a loss. */
  readonly profit: bigint;
  readonly nights: bigint;
  /** State of the whole account at a stop-out; null for other reasons. */
  readonly seen: SeenAccount | null;
  /** State of the pool when its guard deleveraged; null for other reasons. */
  readonly cover: bigint | null;
}

/** An order in the memory of the core, from its placement to its end. */
export interface LeverOrder extends LeverOrderTerms {
  state: LeverOrderState;
  takeProfitTicks: number | null;
  stopLossTicks: number | null;
  /** Held back while a limit order is pending. */
  reserve: bigint;
  opening: Opening | null;
  /** Set while it waits for a price, and when it is closed. */
  closeReason: CloseReason | null;
  closing: Closing | null;
  cancelReason: CancelReason | null;
  /** 1 at the placement, one more with each change. */
  revision: number;
}

/** An order that has opened. */
export type Position = LeverOrder & { readonly opening: Opening };

/** How near an account is to its stop-out. */
export type RiskLevel = 'calm' | 'attention' | 'danger';

/** Event of one order. */
interface OfOrder {
  readonly order: LeverOrder;
  /** State of the order after the event, because the order may change before the event is read. */
  readonly revision: number;
}
interface OfPosition extends OfOrder {
  readonly order: Position;
}

/** Acts of the core, in order. Amounts are those of the moment; orders may change later. */
export type LeverEvent =
  | ({ readonly type: 'order.placed'; readonly reserve: bigint } & OfOrder)
  | ({
      readonly type: 'order.opened';
      /** Amount that the pending order held back. */
      readonly released: bigint;
      readonly margin: bigint;
      readonly fee: bigint;
      /** The part of the fee that goes to the insurance fund. */
      readonly toInsurance: bigint;
    } & OfPosition)
  | ({ readonly type: 'targets.amended' } & OfOrder)
  | ({
      readonly type: 'order.cancelled';
      readonly reason: CancelReason;
      readonly released: bigint;
      readonly repaid: bigint;
    } & OfOrder)
  | ({ readonly type: 'close.waits'; readonly reason: CloseReason } & OfPosition)
  | ({ readonly type: 'close.withdrawn' } & OfPosition)
  | ({
      readonly type: 'order.closed';
      readonly closing: Closing;
      readonly margin: bigint;
      /** Change of the owner's available balance. */
      readonly available: bigint;
      /** Change of the owner's debt. */
      readonly debt: bigint;
    } & OfPosition)
  | {
      readonly type: 'shortfall.paid';
      readonly ownerId: number;
      /** The last position of the owner, whose end left the debt. */
      readonly orderId: number;
      readonly fromInsurance: bigint;
      readonly waived: bigint;
    }
  | {
      readonly type: 'owner.warned';
      readonly ownerId: number;
      readonly level: RiskLevel;
      readonly equity: bigint;
      readonly margin: bigint;
    }
  | {
      readonly type: 'money.arrived';
      readonly ownerId: number;
      readonly amount: bigint;
      readonly repaid: bigint;
    }
  | { readonly type: 'money.left'; readonly ownerId: number; readonly amount: bigint };

/** Refusals of an order whose price has come, by name, as in the error catalog. */
export type OpeningRefusal =
  | 'mark_unavailable'
  | 'take_profit_wrong_side'
  | 'stop_loss_wrong_side'
  | 'price_beyond_worst'
  | 'too_many_contract_orders'
  | 'position_limit_reached'
  | 'exposure_limit_reached'
  | 'insufficient_margin';

/** Refusals by name, as in the error catalog. */
export type LeverRefusal =
  | OpeningRefusal
  | 'lever_market_not_found'
  | 'market_halted'
  | 'contracts_close_only'
  | 'market_closed'
  | 'lots_out_of_bounds'
  | 'multiple_not_offered'
  | 'limit_price_wrong_side'
  | 'contract_order_not_found'
  | 'contract_order_not_open'
  | 'contract_order_changed'
  /** The order was changed too often. */
  | 'rate_limited'
  | 'margin_in_use';

export type Verdict<T, E extends LeverRefusal = LeverRefusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const accept = <T>(value: T): Verdict<T, never> => ({ ok: true, value });
export const reject = <E extends LeverRefusal>(error: E): Verdict<never, E> => ({
  ok: false,
  error,
});
