/** Events of a contract order, and the roles that send them. */
import type { LeverCancelReason, LeverCloseReason } from '../../../contract/lever/lever-kinds.ts';
import type { EventTable, Party } from '../party.ts';

/**
 * owner: the user who placed it. engine: the core, at a mark. operator: an operator of the exchange.
 */
export const CONTRACT_ORDER_ROLES = ['owner', 'engine', 'operator'] as const;
type ContractOrderRole = (typeof CONTRACT_ORDER_ROLES)[number];
type By = { readonly by: Party<ContractOrderRole> };

export interface OrderOpened extends By {
  readonly type: 'order.opened';
  /** The entry price. */
  readonly ticks: number;
  /** Units. */
  readonly margin: string;
  readonly fee: string;
  readonly atMs: number;
}

export interface TargetsAmended extends By {
  readonly type: 'targets.amend';
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** The mark of now; a pending limit order is compared with its limit. */
  readonly markTicks: number | null;
  /** The revision that the owner saw. */
  readonly revision: number;
}

/** Reasons for which the core closes a position. */
export type TriggerReason = Extract<
  LeverCloseReason,
  'take_profit' | 'stop_loss' | 'stop_out' | 'deleveraged'
>;

export interface CloseTriggered extends By {
  readonly type: 'close.trigger';
  readonly reason: TriggerReason;
  readonly markTicks: number;
  /** Units of the account, as a stop-out saw it; null for other reasons. */
  readonly equity: string | null;
  readonly accountMargin: string | null;
}

export interface PositionSettled extends By {
  readonly type: 'position.settled';
  /** The mark at which it closes. */
  readonly ticks: number;
  /** Units. */
  readonly profit: string;
  readonly nights: string;
  readonly atMs: number;
}

/** Reasons for which the core ends a pending order. */
export type LapseReason = Exclude<LeverCancelReason, 'owner' | 'operator'>;

export type ContractOrderEvent =
  | OrderOpened
  | TargetsAmended
  | CloseTriggered
  | PositionSettled
  | ({ readonly type: 'order.cancel' } & By)
  | ({ readonly type: 'order.dismiss' } & By)
  | ({ readonly type: 'order.lapse'; readonly reason: LapseReason } & By)
  | ({ readonly type: 'close.order' } & By)
  | ({ readonly type: 'close.demand' } & By)
  | ({ readonly type: 'close.withdraw' } & By);

/** The only role that may send each event, in any state. */
export const CONTRACT_ORDER_EVENTS = {
  'order.opened': {
    role: 'engine',
    description: 'The mark reached its limit, or it is a market order.',
  },
  'targets.amend': { role: 'owner', description: 'The owner changes take-profit and stop-loss.' },
  'order.cancel': { role: 'owner', description: 'The owner cancels the pending order.' },
  'order.dismiss': { role: 'operator', description: 'An operator ends the pending order.' },
  'order.lapse': { role: 'engine', description: 'The pending order can no longer open.' },
  'close.order': { role: 'owner', description: 'The owner closes the position.' },
  'close.trigger': {
    role: 'engine',
    description: 'A target was reached, the account was stopped out, or the pool is too low.',
  },
  'close.demand': { role: 'operator', description: 'An operator ends the market.' },
  'close.withdraw': { role: 'owner', description: 'The owner keeps the position after all.' },
  'position.settled': { role: 'engine', description: 'The position is closed at the mark.' },
} as const satisfies EventTable<ContractOrderEvent['type'], ContractOrderRole>;
