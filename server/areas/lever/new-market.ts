/** A contract market as an operator asks for it, in the words of the core. Pure. */
import { parseUnits } from '../../../contract/money/decimal.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';

/** Instrument of a new market: exactly one of `spotMarketId` and `forexSymbol` is set. */
export interface LeverInstrument {
  readonly spotMarketId: number | null;
  readonly forexSymbol: string | null;
  readonly priceScale: number;
}

/** The terms that an operator chooses. */
type NewMarketTerms = Pick<
  LeverMarketRules,
  'lotSize' | 'lotsMin' | 'lotsMax' | 'multiples' | 'spreadPpm' | 'feePpm' | 'nightPpm' | 'limits'
>;

/** Forex markets follow the coins, whose markets have the ids of their spot markets. */
export const FIRST_FOREX_ID = 10_001;

/**
 * Returns the value of one tick times one lot in units of the settlement currency; null when it is not a
 * whole number above zero. @param settleScale digits of the settlement currency.
 */
export function tickLotUnitsOf(
  lotSize: string,
  priceScale: number,
  settleScale: number,
): bigint | null {
  const units = parseUnits(lotSize, settleScale - priceScale);
  return units === null || units <= 0n ? null : units;
}

/** Returns the market, open for trading. @param tickLotUnits see {@link tickLotUnitsOf}. @param others all markets by id. */
export function newLeverMarket(
  { spotMarketId, forexSymbol, priceScale }: LeverInstrument,
  terms: NewMarketTerms,
  tickLotUnits: bigint,
  { currencyId, others }: { readonly currencyId: number; readonly others: Iterable<number> },
): LeverMarketRules {
  const ids = new Set(others);
  const next = Math.max(FIRST_FOREX_ID - 1, ...ids) + 1;
  return {
    ...terms,
    id: spotMarketId === null || ids.has(spotMarketId) ? next : spotMarketId,
    spotMarketId,
    forexSymbol,
    settleCurrencyId: currencyId,
    priceScale,
    tickLotUnits,
    calendar: forexSymbol === null ? 'coin' : 'forex',
    status: 'trading',
    revision: 1,
    endsAtMs: null,
  };
}
