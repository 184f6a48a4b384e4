/** Checks whether a contract order may be placed or opened: the rules in the order of the error catalog. Pure. */
import { assert } from '../../../contract/assert.ts';
import { entryTicksOf, openingCostOf, reserveOf } from '../../../contract/figures/lever-order.ts';
import type { LeverDirection, OpeningCost } from '../../../contract/figures/lever-order.ts';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { gapLossOf } from './gap-loss.ts';
import type { HouseRisk } from './house-risk.ts';
import type { LeverAccount } from './lever-account.ts';
import type { LeverMarket } from './lever-market.ts';
import { accept, reject } from './lever-types.ts';
import type { LeverOrder, LeverRefusal, OpeningRefusal, Verdict } from './lever-types.ts';

/** An order to place, in whole ticks and lots; the edge has parsed it. */
export interface NewLeverOrder {
  readonly id: number;
  readonly ownerId: number;
  readonly marketId: number;
  readonly kind: 'market' | 'limit';
  readonly direction: LeverDirection;
  readonly lots: number;
  readonly multiple: number;
  /** Only of a limit order. */
  readonly limitTicks: number | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** Only of a market order. */
  readonly worstTicks: number | null;
}

/** The state that the rules look at. */
interface AdmissionView {
  readonly market: LeverMarket;
  readonly account: LeverAccount;
  readonly house: HouseRisk;
  readonly now: number;
}

/** Input of the check of an order. */
interface PlacementView extends AdmissionView {
  /** Older marks do not count as agreed. */
  readonly freshSinceMs: number;
}

/** Targets of an open order that its owner changes; null clears one. */
interface NewTargets {
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** Older marks do not count. */
  readonly freshSinceMs: number;
}

/** Price at which a position opens, and its cost. */
export interface Entry {
  readonly ticks: number;
  readonly markSeq: number;
  readonly cost: OpeningCost;
}

/** opens: at once. waits: for a fresh mark on which sources agree. rests: until the mark reaches its limit. */
type Admission =
  | { readonly type: 'opens'; readonly entry: Entry }
  | { readonly type: 'waits' }
  | { readonly type: 'rests'; readonly reserve: bigint };

export function admitOrder(view: PlacementView, order: NewLeverOrder): Verdict<Admission> {
  const { market, account } = view;
  checkForm(order);
  const closed = refusalOfMarket(market);
  if (closed !== null) return reject(closed);
  const mark = market.live;
  if (mark === null) return reject('mark_unavailable');
  if (order.kind === 'market' && !account.canBeJudged) return reject('mark_unavailable');
  const { lotsMin, lotsMax, multiples, spreadPpm } = market.terms;
  if (order.lots < lotsMin || order.lots > lotsMax) return reject('lots_out_of_bounds');
  if (!multiples.includes(order.multiple)) return reject('multiple_not_offered');
  const { kind, direction, limitTicks } = order;
  if (limitTicks !== null && !isBeyond(direction, mark.ticks, limitTicks))
    return reject('limit_price_wrong_side');
  const entryTicks = limitTicks ?? entryTicksOf(direction, mark.ticks, spreadPpm);
  if (entryTicks < 1) return reject('mark_unavailable');
  const wrong = wrongTarget(order, entryTicks, limitTicks ?? mark.ticks);
  if (wrong !== null) return reject(wrong);
  if (isBeyondWorst(order, entryTicks)) return reject('price_beyond_worst');
  if (hasTooMany(account)) return reject('too_many_contract_orders');
  if (kind === 'market' && !market.isAgreedFor(market.terms, view.freshSinceMs))
    return accept({ type: 'waits' });
  const terms = { ...market.terms, ...order };
  if (kind === 'limit') {
    const reserve = reserveOf(terms, entryTicks);
    return reserve > usableNow(view, 0n)
      ? reject('insufficient_margin')
      : accept({ type: 'rests', reserve });
  }
  const cost = openingCostOf(terms, entryTicks);
  const refusal = refusalToOpen(view, { ...order, reserve: 0n }, cost);
  if (refusal !== null) return reject(refusal);
  return accept({ type: 'opens', entry: { ticks: entryTicks, markSeq: mark.seq, cost } });
}

/** Returns the entry of a pending order at the mark of now, or why it cannot open. @param order whose mark has come. */
export function admitOpening(
  view: AdmissionView,
  order: LeverOrder,
): Verdict<Entry, OpeningRefusal> {
  const { market, account } = view;
  const mark = market.live;
  assert(mark !== null && market.mayOpen, 'an order opens at a live mark');
  // No mark would stop the account out at a loss of the new position.
  if (!account.canBeJudged) return reject('mark_unavailable');
  const ticks = entryTicksOf(order.direction, mark.ticks, order.spreadPpm);
  if (ticks < 1) return reject('mark_unavailable');
  if (order.kind === 'market') {
    if (isBeyondWorst(order, ticks)) return reject('price_beyond_worst');
    const wrong = wrongTarget(order, ticks, mark.ticks);
    if (wrong !== null) return reject(wrong);
  }
  if (account.positions.size >= LEVER_LIMITS.positionsMax)
    return reject('too_many_contract_orders');
  const cost = openingCostOf(order, ticks);
  const refusal = refusalToOpen(view, order, cost);
  return refusal === null ? accept({ ticks, markSeq: mark.seq, cost }) : reject(refusal);
}

/**
 * Returns why the targets of an open order cannot become these; null if they can. A target that stays, a cleared one, and
 * a stop-loss that goes away from the mark need no mark.
 */
export function refusalOfTargets(
  market: LeverMarket,
  order: LeverOrder,
  { takeProfitTicks, stopLossTicks, freshSinceMs }: NewTargets,
): 'mark_unavailable' | ReturnType<typeof wrongTarget> {
  const { state, direction, limitTicks } = order;
  const newProfit = takeProfitTicks === order.takeProfitTicks ? null : takeProfitTicks;
  const before = order.stopLossTicks;
  const isNearer =
    stopLossTicks !== null && (before === null || isBeyond(direction, stopLossTicks, before));
  const nearerLoss = isNearer ? stopLossTicks : null;
  if (newProfit === null && nearerLoss === null) return null;
  const ticks = state === 'pending' ? limitTicks : (market.liveSince(freshSinceMs)?.ticks ?? null);
  if (ticks === null) return 'mark_unavailable';
  const judged = { direction, takeProfitTicks: newProfit, stopLossTicks: nearerLoss };
  const wrong = wrongTarget(judged, ticks, ticks);
  if (wrong !== null || state === 'pending' || nearerLoss === null) return wrong;
  // A stop-loss fires without agreement: one that comes nearer to the mark is a close at the slower source.
  return market.isAgreedFor(order, freshSinceMs) ? null : 'mark_unavailable';
}

/** Whether the next mark would fire the stop-loss of a position, while the sources do not agree. */
export function isStoppedInDoubt(
  market: LeverMarket,
  order: LeverOrder,
  freshSinceMs: number,
): boolean {
  const { direction, stopLossTicks } = order;
  if (market.live === null || stopLossTicks === null) return false;
  if (market.isAgreedFor(order, freshSinceMs)) return false;
  return !isBeyond(direction, market.live.ticks, stopLossTicks);
}

/** Returns which target is on the wrong side. @param openTicks price of entry or limit. @param stopTicks mark or limit. */
function wrongTarget(
  order: Pick<NewLeverOrder, 'direction' | 'takeProfitTicks' | 'stopLossTicks'>,
  openTicks: number,
  stopTicks: number,
): 'take_profit_wrong_side' | 'stop_loss_wrong_side' | null {
  const { direction, takeProfitTicks: profit, stopLossTicks: loss } = order;
  if (profit !== null && !isBeyond(direction, profit, openTicks)) return 'take_profit_wrong_side';
  if (loss !== null && !isBeyond(direction, stopTicks, loss)) return 'stop_loss_wrong_side';
  return null;
}

/** Whether `ticks` is a better price for a position in this direction than `than`, which wins by it. */
const isBeyond = (direction: LeverDirection, ticks: number, than: number): boolean =>
  direction === 'long' ? ticks > than : ticks < than;

const isBeyondWorst = (
  { direction, worstTicks }: Pick<NewLeverOrder, 'direction' | 'worstTicks'>,
  entryTicks: number,
): boolean => worstTicks !== null && isBeyond(direction, entryTicks, worstTicks);

const hasTooMany = ({ pending, positions }: Pick<LeverAccount, 'pending' | 'positions'>): boolean =>
  pending.size >= LEVER_LIMITS.pendingMax || positions.size >= LEVER_LIMITS.positionsMax;

function refusalOfMarket(market: LeverMarket): LeverRefusal | null {
  const { status } = market.terms;
  if (status === 'halted') return 'market_halted';
  if (status === 'close_only') return 'contracts_close_only';
  if (market.mark.state === 'closed') return 'market_closed';
  return market.live?.isCloseOnly === true ? 'contracts_close_only' : null;
}

function refusalToOpen(
  view: AdmissionView,
  order: Pick<LeverOrder, 'direction' | 'lots' | 'multiple' | 'reserve'>,
  { notional, margin, fee }: OpeningCost,
): OpeningRefusal | null {
  const { market, account, house } = view;
  const { direction, lots, multiple, reserve } = order;
  const ownerLots = account.lotsIn(market);
  const gapLoss = gapLossOf({ notional, multiple, calendar: market.terms.calendar });
  const refusal = house.refusalOf({ market, direction, lots, ownerLots, gapLoss });
  if (refusal !== null) return refusal;
  return margin + fee > usableNow(view, reserve) ? 'insufficient_margin' : null;
}

/** Amount that an opening may take, with the reserve of its own order; nothing while there is a debt. */
function usableNow({ account, now }: AdmissionView, reserve: bigint): bigint {
  return account.debt > 0n ? 0n : account.usableAt(now, reserve);
}

/** @throws AssertionError for an order whose sizes no edge may let through. */
export function checkForm(order: NewLeverOrder): void {
  const { kind, lots, limitTicks, takeProfitTicks, stopLossTicks, worstTicks } = order;
  assert((kind === 'limit') === (limitTicks !== null), 'a limit order has a limit');
  assert(kind === 'market' || worstTicks === null, 'only a market order has a worst price');
  for (const value of [lots, limitTicks, takeProfitTicks, stopLossTicks, worstTicks])
    assert(value === null || (Number.isSafeInteger(value) && value > 0), 'sizes are whole');
}
