/** Prices of contract markets in whole ticks, and the terms of their orders, from the wire. */
import type { LeverTerms } from '../../../contract/figures/lever-order.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';

/** The fields of a market that prices need. */
export type PriceMarket = Pick<LeverMarketInfo, 'price_scale' | 'lot_size'>;

/** Returns the units of the settlement currency in one tick times one lot. */
export const tickLotUnitsOf = ({ price_scale: scale, lot_size: lotSize }: PriceMarket): bigint =>
  parseUnits(lotSize, SCALE_MAX - scale) ?? 0n;

/** Returns the ticks of a price above 0; null for other text and for a price between two ticks. */
export function ticksOf(market: Pick<PriceMarket, 'price_scale'>, price: string): number | null {
  const ticks = parseUnits(price, market.price_scale);
  return ticks === null || ticks <= 0n || ticks > Number.MAX_SAFE_INTEGER ? null : Number(ticks);
}

/** Returns the price of these ticks as decimal text. */
export const priceOfTicks = (market: Pick<PriceMarket, 'price_scale'>, ticks: number): string =>
  formatUnits(BigInt(ticks), market.price_scale);

/** Returns the terms that were copied to the order at its placement. */
export const termsOfOrder = (order: LeverOrderInfo, market: PriceMarket): LeverTerms => ({
  direction: order.direction,
  lots: order.lots,
  multiple: order.multiple,
  spreadPpm: order.spread_ppm,
  feePpm: order.fee_ppm,
  nightPpm: order.night_ppm,
  tickLotUnits: tickLotUnitsOf(market),
});
