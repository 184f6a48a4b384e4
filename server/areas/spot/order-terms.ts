/** Converts prices, quantities and amounts of a call to whole ticks, lots and units of its market. */
import { parseUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { SpotOrder } from './spot-events.ts';
import type { NewSpotOrder, SpotMarketRules } from './spot-exchange.types.ts';

interface OrderTexts {
  /** Canonical decimals, validated by the schema of the call. */
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly amount?: string | undefined;
}

type OrderSizes = Pick<NewSpotOrder, 'priceTicks' | 'quantityLots' | 'amount'>;

type TermsRefusal = 'price_not_on_tick' | 'quantity_not_on_step' | 'order_too_large';

/** Rejects a number with more decimals than the market has, because nothing is rounded. */
export function readOrderTerms(
  { price, quantity, amount }: OrderTexts,
  { priceScale, quantityScale, quoteScale }: SpotMarketRules,
): Result<OrderSizes, TermsRefusal> {
  const ticks = price === undefined ? undefined : parseUnits(price, priceScale);
  if (ticks === null) return refuse('price_not_on_tick');
  const lots = quantity === undefined ? undefined : parseUnits(quantity, quantityScale);
  const quoteUnits = amount === undefined ? undefined : parseUnits(amount, quoteScale);
  if (lots === null || quoteUnits === null) return refuse('quantity_not_on_step');
  if (!isSafe(ticks) || !isSafe(lots)) return refuse('order_too_large');
  return ok({
    priceTicks: ticks === undefined ? null : Number(ticks),
    quantityLots: lots === undefined ? null : Number(lots),
    amount: quoteUnits ?? null,
  });
}

const isSafe = (value: bigint | undefined): boolean =>
  value === undefined || value <= BigInt(Number.MAX_SAFE_INTEGER);

/** Returns one text for the fields in which two orders under one key must agree. */
export const keyTermsOf = (order: KeyTerms): string =>
  [
    order.marketId,
    order.side,
    order.kind,
    order.priceTicks ?? '',
    order.quantityLots ?? '',
    order.amount ?? '',
  ].join(' ');

type KeyTerms = Pick<
  SpotOrder,
  'marketId' | 'side' | 'kind' | 'priceTicks' | 'quantityLots' | 'amount'
>;
