/**
 * A read-only view of a contract order's lifecycle: builds a snapshot of the machine that the server checks
 * orders against, from the wire data.
 */
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { contractOrderMachine } from '../../../machines/domain/lever/contract-order.machine.ts';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import { tickLotUnitsOf, ticksOf } from '../../../machines/app/lever/lever-prices.ts';

/** Open actions of the owner. */
export interface ContractOrderActions {
  readonly canCancel: boolean;
  readonly canAmend: boolean;
  readonly canClose: boolean;
  /** Whether the position waits for a price at the owner's own wish, which can be withdrawn. */
  readonly canWithdrawClose: boolean;
}

/** Calls and channels send users only their own orders, so the user is the owner. */
const ME = { role: 'owner', userId: 1 } as const;

const VALUES = {
  pending: 'pending',
  in_trading: 'inTrading',
  closing: 'closing',
  closed: 'closed',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<LeverOrderInfo['state'], string>>;

/** @param isEnded whether the market has ended: a close that waits there cannot be withdrawn. */
export function contractOrderActions(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
  isEnded: boolean,
): ContractOrderActions {
  const snapshot = contractOrderMachine.resolveState({
    value: VALUES[order.state],
    context: contextOf(order, market),
  });
  const { revision } = order;
  const noTargets = { takeProfitTicks: null, stopLossTicks: null, markTicks: null, revision };
  return {
    canCancel: snapshot.can({ type: 'order.cancel', by: ME }),
    canAmend: snapshot.can({ type: 'targets.amend', by: ME, ...noTargets }),
    canClose: snapshot.can({ type: 'close.order', by: ME }),
    canWithdrawClose: !isEnded && snapshot.can({ type: 'close.withdraw', by: ME }),
  };
}

function contextOf(order: LeverOrderInfo, market: LeverMarketInfo) {
  const ticks = (price: string | null) => ticksOf(market, price ?? '');
  const units = (amount: string | null) => (amount === null ? null : String(amountOf(amount)));
  return {
    orderId: order.id,
    ownerId: ME.userId,
    kind: order.type,
    direction: order.direction,
    lots: order.lots,
    multiple: order.multiple,
    spreadPpm: order.spread_ppm,
    feePpm: order.fee_ppm,
    nightPpm: order.night_ppm,
    calendar: market.night_calendar,
    tickLotUnits: String(tickLotUnitsOf(market)),
    limitTicks: ticks(order.price),
    // It only matters for an opening, which is no act of the owner.
    worstTicks: null,
    takeProfitTicks: ticks(order.take_profit),
    stopLossTicks: ticks(order.stop_loss),
    reserve: String(amountOf(order.reserve)),
    openTicks: ticks(order.open_price),
    openedAtMs: order.opened_at,
    margin: units(order.margin),
    fee: units(order.fee),
    closeReason: order.close_reason,
    closeTicks: ticks(order.close_price),
    profit: units(order.profit),
    nights: units(order.overnight_fee),
    cancelReason: order.cancel_reason,
    revision: order.revision,
  };
}
