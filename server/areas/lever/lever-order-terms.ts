/** Converts the prices of a contract call to whole ticks of its market. */
import { parseUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { TICKS_MAX } from '../../../contract/figures/price-agreement.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';

/** A canonical decimal; blank or undefined for no price. */
type PriceText = string | undefined;

/**
 * Returns the ticks of each price, null for none. Rejects a price with more decimals than the market has,
 * because nothing is rounded, and one above every possible mark.
 */
export function readTicks<Name extends string>(
  texts: Readonly<Record<Name, PriceText>>,
  { priceScale }: Pick<LeverMarketRules, 'priceScale'>,
): Result<Readonly<Record<Name, number | null>>, 'price_not_on_tick'> {
  const read = new Map<string, number | null>();
  for (const [name, text] of Object.entries<PriceText>(texts)) {
    const isNone = text === undefined || text === '';
    const ticks = isNone ? null : ticksOf(text, priceScale);
    if (ticks === undefined) return refuse('price_not_on_tick');
    read.set(name, ticks);
  }
  return ok(Object.fromEntries(read) as Record<Name, number | null>);
}

function ticksOf(text: string, priceScale: number): number | undefined {
  const ticks = parseUnits(text, priceScale);
  return ticks === null || ticks > BigInt(TICKS_MAX) ? undefined : Number(ticks);
}
