/** Refusals of the naive contract exchange that concern no money: an order against its market and its targets. */
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type { LeverMark, LeverRefusal } from '../../../server/engine/lever/lever-types.ts';
import type { NaiveAccounts, NaiveOrder } from './naive-accounts.ts';

const PENDING_MAX = 100;
const POSITIONS_MAX = 200;

const sign = (order: Pick<NewLeverOrder, 'direction'>): 1 | -1 =>
  order.direction === 'long' ? 1 : -1;

/** An order that may be placed, or the reason against it. */
type NaiveVerdict =
  | { readonly refusal: LeverRefusal }
  | {
      readonly refusal: null;
      /** Price in ticks at which it opens. */
      readonly at: bigint;
      readonly limit: bigint | null;
      /** Whether the sources of the mark agree, so that a market order opens with it. */
      readonly isAgreed: boolean;
    };

/** Judges a new order by the status of its market, its lots and prices, and the count of orders of its owner. */
export function judgePlaced(state: NaiveAccounts, order: NewLeverOrder): NaiveVerdict {
  const { terms, mark } = state.market(order.marketId);
  if (terms.status === 'halted') return { refusal: 'market_halted' };
  if (terms.status === 'close_only') return { refusal: 'contracts_close_only' };
  if (mark.state !== 'live')
    return { refusal: mark.state === 'closed' ? 'market_closed' : 'mark_unavailable' };
  if (mark.isCloseOnly) return { refusal: 'contracts_close_only' };
  if (order.kind === 'market' && state.waits(order.ownerId)) return { refusal: 'mark_unavailable' };
  if (order.lots < terms.lotsMin || order.lots > terms.lotsMax)
    return { refusal: 'lots_out_of_bounds' };
  if (!terms.multiples.includes(order.multiple)) return { refusal: 'multiple_not_offered' };
  const limit = order.limitTicks === null ? null : BigInt(order.limitTicks);
  const at = limit ?? state.entry(order.direction, BigInt(mark.ticks), terms);
  const refusal = refusalOfPrices(order, mark.ticks, Number(at)) ?? refusalOfCounts(state, order);
  if (refusal !== null) return { refusal };
  return { refusal, at, limit, isAgreed: state.agrees({ marketId: order.marketId, terms }) };
}

function refusalOfPrices(order: NewLeverOrder, markTicks: number, at: number): LeverRefusal | null {
  const s = sign(order);
  const { limitTicks, takeProfitTicks: tp, stopLossTicks: sl, worstTicks: worst } = order;
  if (limitTicks !== null && (markTicks - limitTicks) * s <= 0) return 'limit_price_wrong_side';
  if (tp !== null && (tp - at) * s <= 0) return 'take_profit_wrong_side';
  if (sl !== null && ((limitTicks ?? markTicks) - sl) * s <= 0) return 'stop_loss_wrong_side';
  if (worst !== null && (at - worst) * s > 0) return 'price_beyond_worst';
  return null;
}

function refusalOfCounts(state: NaiveAccounts, { ownerId }: NewLeverOrder): LeverRefusal | null {
  const own = state.orders.filter((other) => other.ownerId === ownerId);
  const pending = own.filter((other) => other.state === 'pending').length;
  const isFull = pending >= PENDING_MAX || own.length - pending >= POSITIONS_MAX;
  return isFull ? 'too_many_contract_orders' : null;
}

/** Reason why a pending order whose price is reached must not open at `at`. */
export function refusalOfOpening(
  state: NaiveAccounts,
  order: NaiveOrder,
  at: bigint,
  mark: LeverMark & { state: 'live' },
): LeverRefusal | null {
  const s = BigInt(sign(order));
  if (state.waits(order.ownerId)) return 'mark_unavailable';
  if (order.kind === 'market') {
    const { worstTicks: worst, tp, sl } = order;
    if (worst !== null && (at - BigInt(worst)) * s > 0n) return 'price_beyond_worst';
    if (tp !== null && (tp - at) * s <= 0n) return 'take_profit_wrong_side';
    if (sl !== null && (BigInt(mark.ticks) - sl) * s <= 0n) return 'stop_loss_wrong_side';
  }
  if (state.positions(order.ownerId).length >= POSITIONS_MAX) return 'too_many_contract_orders';
  return state.refusal(order, at);
}

/** Reason why the targets of an order cannot become these. Kept, cleared and looser targets have none. */
export function refusalOfTargets(
  state: NaiveAccounts,
  order: NaiveOrder,
  [tp, sl]: readonly [tp: number | null, sl: number | null],
): LeverRefusal | null {
  const s = sign(order);
  const setsProfit = tp !== null && Number(order.tp ?? Number.NaN) !== tp;
  const tightens = sl !== null && (order.sl === null || (sl - Number(order.sl)) * s > 0);
  if (!setsProfit && !tightens) return null;
  const { terms, mark } = state.market(order.marketId);
  const isLive = mark.state === 'live' && terms.status !== 'halted';
  const at = order.state === 'pending' ? order.limitTicks : isLive ? mark.ticks : null;
  if (at === null) return 'mark_unavailable';
  if (setsProfit && (tp - at) * s <= 0) return 'take_profit_wrong_side';
  if (tightens && (at - sl) * s <= 0) return 'stop_loss_wrong_side';
  if (order.state === 'pending' || !tightens) return null;
  return state.agrees(order) ? null : 'mark_unavailable';
}

/** Whether the mark is at or past the stop-loss, and the sources do not agree on it. */
export function isStoppedInDoubt(state: NaiveAccounts, order: NaiveOrder): boolean {
  const { terms, mark } = state.market(order.marketId);
  if (mark.state !== 'live' || terms.status === 'halted' || state.agrees(order)) return false;
  return order.sl !== null && (BigInt(mark.ticks) - order.sl) * BigInt(sign(order)) <= 0n;
}
