/** Checks whether an order may be placed: the rules of RULES "Spot", in the order of the error catalog. Pure. */
import { assert } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { IncomingOrder, MatchingEngine } from '../../engine/engine-types.ts';
import { baseUnitsOf, costOf, priceBandOf, worstPriceOf } from './market-rules.ts';
import type { NewSpotOrder, PlaceRefusal, SpotMarketRules } from './spot-exchange.types.ts';

/** The state that the rules check in addition to the order itself. */
export interface MarketView {
  readonly rules: SpotMarketRules;
  readonly engine: Pick<MatchingEngine, 'bestPrice' | 'preview' | 'lotsAt'>;
  /** Middle of the price band; null while no source gives a price: no order is accepted then. */
  readonly referenceTicks: number | null;
  /** The available balance of the currency that the order pays with, in units. */
  readonly available: bigint;
  /** The number of the owner's open orders in this market, and in all markets. */
  readonly openOrdersHere: number;
  readonly openOrders: number;
}

/** An order that may be placed. */
export interface Acceptance {
  readonly incoming: IncomingOrder;
  /** The amount to freeze: quote units of a buy, base units of a sell. */
  readonly reserve: bigint;
}

type Refusal = Exclude<PlaceRefusal, 'idempotency_key_reused' | 'market_not_found'>;
type Step = Result<Acceptance, Refusal>;

/** Balances, costs and amounts have at most 38 digits. */
const UNITS_END = 10n ** 38n;

/** @param id the number that the order gets if it is accepted. */
export function acceptOrder(view: MarketView, id: number, order: NewSpotOrder): Step {
  const { status } = view.rules;
  if (status === 'halted') return refuse('market_halted');
  if (status === 'cancel_only') return refuse('market_cancel_only');
  const { referenceTicks } = view;
  if (referenceTicks === null) return refuse('market_reference_unknown');
  const priced = { ...view, referenceTicks };
  return order.kind === 'limit' ? acceptLimit(priced, id, order) : acceptMarket(priced, id, order);
}

interface PricedView extends MarketView {
  readonly referenceTicks: number;
}

function acceptLimit(view: PricedView, id: number, order: NewSpotOrder): Step {
  const { rules, engine, referenceTicks } = view;
  const { ownerId, side, priceTicks, quantityLots } = order;
  assert(priceTicks !== null && quantityLots !== null, 'a limit order has a price and a quantity');
  if (!isSize(priceTicks) || !isSize(quantityLots)) return refuse('order_too_large');
  const cost = costOf(rules, priceTicks, quantityLots);
  const base = baseUnitsOf(rules, quantityLots);
  if (cost >= UNITS_END || base >= UNITS_END) return refuse('order_too_large');
  // The limit applies to the sum of the price level.
  if (!isSize(engine.lotsAt(side, priceTicks) + quantityLots)) return refuse('order_too_large');
  if (cost < rules.minNotional) return refuse('notional_too_small');
  const { lowTicks, highTicks } = priceBandOf(referenceTicks, rules.priceBandPpm);
  if (priceTicks < lowTicks || priceTicks > highTicks) return refuse('price_outside_band');
  // The exchange's own orders quote many levels and have no limit.
  if (ownerId > 0 && hasManyOpen(view)) return refuse('too_many_open_orders');
  const incoming = { kind: 'limit', id, ownerId, side, priceTicks, quantityLots } as const;
  return payable(view, incoming, side === 'buy' ? cost : base);
}

function acceptMarket(view: PricedView, id: number, order: NewSpotOrder): Step {
  const { rules, engine, referenceTicks } = view;
  const { ownerId, side, quantityLots, amount } = order;
  assert(
    (quantityLots === null) !== (amount === null),
    'a market order has a quantity or an amount',
  );
  assert(amount === null || side === 'buy', 'only a buy may be given by amount');
  const base = quantityLots === null ? 0n : baseUnitsOf(rules, quantityLots);
  if (quantityLots !== null && !isSize(quantityLots)) return refuse('order_too_large');
  if (base >= UNITS_END || (amount ?? 0n) >= UNITS_END) return refuse('order_too_large');
  const best = engine.bestPrice(side === 'buy' ? 'sell' : 'buy');
  if (best === null) return refuse('no_best_price');
  const worstPriceTicks = worstPriceOf(rules, referenceTicks, side);
  const budgetTickLots = amount === null ? null : amount / rules.tickLotUnits;
  const size = { quantityLots, budgetTickLots, worstPriceTicks };
  const incoming = { kind: 'market', id, ownerId, side, ...size } as const;
  const taken = engine.preview(incoming, previewEnd(view, order, base));
  const cost = taken.costTickLots * rules.tickLotUnits;
  if (cost >= UNITS_END) return refuse('order_too_large');
  if (taken.lots > 0 ? cost < rules.minNotional : budgetTickLots !== null && budgetTickLots < best)
    return refuse('notional_too_small');
  if (taken.lots === 0 && isBeyond(side, best, worstPriceTicks))
    return refuse('price_outside_band');
  return payable(view, incoming, side === 'sell' ? base : (amount ?? cost));
}

const hasManyOpen = ({ openOrders, openOrdersHere }: MarketView): boolean =>
  openOrders >= LIMITS.spot_open_orders_total_max || openOrdersHere >= LIMITS.spot_open_orders_max;

/**
 * Returns the cost in tick-lots at which the preview may stop, because a higher one changes no answer: the
 * least value of an order, and the amount that the owner can pay when the order freezes its cost.
 */
function previewEnd(
  { rules, available }: MarketView,
  { side, amount }: NewSpotOrder,
  base: bigint,
): bigint | undefined {
  const isPaidWhole = side === 'sell' && available >= base;
  if (isPaidWhole) return undefined;
  const isCostFrozen = side === 'buy' && amount === null;
  const enough = isCostFrozen && available > rules.minNotional ? available : rules.minNotional;
  return enough / rules.tickLotUnits + 1n;
}

const isBeyond = (side: 'buy' | 'sell', priceTicks: number, worstTicks: number): boolean =>
  side === 'buy' ? priceTicks > worstTicks : priceTicks < worstTicks;

const payable = ({ available }: MarketView, incoming: IncomingOrder, reserve: bigint): Step =>
  available < reserve ? refuse('insufficient_balance') : ok({ incoming, reserve });

const isSize = (value: number): boolean => {
  assert(value > 0, 'prices and quantities are positive');
  return Number.isSafeInteger(value);
};
