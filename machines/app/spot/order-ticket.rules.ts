/** Checks of the order ticket, and the field for each refusal of the server. */
import { priceBandOf } from '../../../contract/figures/spot.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { basisOf, executionOf, spentBy } from './order-ticket.figures.ts';
import { canonicalDecimal, CURRENCY_SCALE, positiveUnits } from '../core/typed-decimals.ts';
import type { TicketFacts, TicketField, TicketFields, TicketOrder } from './order-ticket.types.ts';
import type { Problem, ProblemName } from '../core/problem.ts';

export const EMPTY_TICKET: TicketFields = {
  side: 'buy',
  kind: 'limit',
  price: '',
  sizedBy: 'amount',
  size: '',
  percent: null,
};

/**
 * Returns the fields after a change. A size in another currency than before is cleared: 0.5 BTC
 * must not become 0.5 USDT. A new size or price clears the chosen percentage.
 */
export function editedFields(fields: TicketFields, change: Partial<TicketFields>): TicketFields {
  const next: TicketFields = {
    ...fields,
    ...((change.size !== undefined || change.price !== undefined) && { percent: null }),
    ...change,
  };
  const meansOther = basisOf(next) !== basisOf(fields);
  const spendsOther = next.side !== fields.side && fields.percent !== null;
  return (meansOther || spendsOther) && change.size === undefined
    ? { ...next, size: '', percent: null }
    : next;
}

/**
 * Returns the first broken rule per field, with the server's error names; empty if the order can be
 * sent.
 */
export function ticketProblems(
  fields: TicketFields,
  facts: TicketFacts,
): readonly Problem<TicketField>[] {
  const status = statusProblem(facts);
  const price = fields.kind === 'limit' ? priceProblem(fields, facts) : null;
  const size = sizeProblem(fields, facts);
  return [
    ...(status === null ? [] : [{ field: null, error: status }]),
    ...(price === null ? [] : [{ field: 'price', error: price } as const]),
    ...(size === null ? [] : [{ field: 'size', error: size } as const]),
  ];
}

function statusProblem({ market }: TicketFacts): ProblemName | null {
  if (market.status === 'halted') return 'market_halted';
  return market.status === 'cancel_only' ? 'market_cancel_only' : null;
}

function priceProblem({ price }: TicketFields, { market }: TicketFacts): ProblemName | null {
  if (isMissing(price)) return 'invalid_request';
  if (isEndless(price)) return 'price_outside_band';
  return positiveUnits(price, market.price_scale) === null ? 'price_not_on_tick' : null;
}

function sizeProblem(fields: TicketFields, facts: TicketFacts): ProblemName | null {
  const { market, book } = facts;
  if (isMissing(fields.size)) return 'invalid_request';
  if (isEndless(fields.size)) return 'order_too_large';
  const isQuantity = basisOf(fields) === 'quantity';
  if (positiveUnits(fields.size, isQuantity ? market.quantity_scale : CURRENCY_SCALE) === null)
    return isQuantity ? 'quantity_not_on_step' : 'invalid_request';
  if (fields.kind === 'market' && book !== null) {
    const taken = fields.side === 'buy' ? book.asks : book.bids;
    if (taken.length === 0) return 'no_best_price';
  }
  const worth = isQuantity
    ? (executionOf(fields, facts)?.amount ?? null)
    : positiveUnits(fields.size, CURRENCY_SCALE);
  const worthMin = parseUnits(market.min_notional, CURRENCY_SCALE) ?? 0n;
  if (worth !== null && worth < worthMin) return 'notional_too_small';
  return isCovered(fields, facts) ? null : 'insufficient_balance';
}

/** Empty, no number, or zero: the user has to enter something first. */
function isMissing(typed: string): boolean {
  const text = canonicalDecimal(typed);
  return text === '0' || (text === null && !/[1-9]/.test(typed));
}

/** More digits before the point than any amount of any currency has. */
const isEndless = (typed: string): boolean => /^0*[1-9]\d{20}/.test(typed);

/** Returns whether the balance covers the order; true while it is unknown. */
function isCovered(fields: TicketFields, facts: TicketFacts): boolean {
  const { base, quote } = facts.available;
  const available = parseUnits((fields.side === 'buy' ? quote : base) ?? '', CURRENCY_SCALE);
  const spent = spentBy(fields, facts);
  return available === null || spent === null || spent <= available;
}

/**
 * Returns whether the limit is further from the last price than the band around the reference price
 * is wide. The server knows the reference price and decides; this is only a warning.
 */
export function isFarFromMarket({ kind, price }: TicketFields, facts: TicketFacts): boolean {
  const { market, lastPrice } = facts;
  const limit = positiveUnits(price, market.price_scale);
  const last = positiveUnits(lastPrice, market.price_scale);
  if (kind === 'market' || limit === null || last === null) return false;
  const { low, high } = priceBandOf(last, market.price_band_ppm);
  return limit < low || limit > high;
}

/** Returns the order of the fields. Must only be called for fields without problems. */
export function ticketOrder(fields: TicketFields, matchId: number): TicketOrder {
  const { side, kind } = fields;
  const size = canonicalDecimal(fields.size);
  const isByAmount = basisOf(fields) === 'amount';
  return {
    matchId,
    side,
    kind,
    price: kind === 'limit' ? canonicalDecimal(fields.price) : null,
    quantity: isByAmount ? null : size,
    amount: isByAmount ? size : null,
  };
}

export const TICKET_REFUSALS: Partial<Record<ProblemName, TicketField>> = {
  price_not_on_tick: 'price',
  price_outside_band: 'price',
  quantity_not_on_step: 'size',
  order_too_large: 'size',
  notional_too_small: 'size',
  no_best_price: 'size',
  insufficient_balance: 'size',
};
