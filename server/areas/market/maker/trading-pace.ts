/** The volume of the exchange's own trading in a market: trades of the demo flow, and sizes that fit its turnover. */
import { ensure } from '../../../../contract/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../../../contract/time.ts';
import { mulDiv } from '../../../../contract/money/rounding.ts';
import type { SpotMarketRules } from '../../spot/spot.area.ts';
import { catalogCurrency } from '../../../ledger/currency-catalog.ts';
import { HOUR_TURNOVER_USDT } from '../catalog.ts';
import type { SpotMarketSpec } from '../market-source.ts';

/**
 * Trades per second by popularity rank: the first row whose `rank` is not exceeded. Each trade is a row
 * for two minutes.
 */
const PACES = [
  { rank: 6, watched: 0.98, alone: 1 / 30 },
  { rank: 16, watched: 0.46, alone: 1 / 120 },
  { rank: 30, watched: 0.26, alone: 1 / 240 },
  { rank: Number.POSITIVE_INFINITY, watched: 0.13, alone: 1 / 300 },
];

/** Trades per second while visitors are connected, and without visitors. */
export interface DealPace {
  readonly watched: number;
  readonly alone: number;
}

export function dealPaceOf({ popularityRank }: SpotMarketSpec): DealPace {
  return ensure(
    PACES.find(({ rank }) => popularityRank <= rank),
    'a pace',
  );
}

/** Returns the lots of a mean trade, so that an hour of trades with visitors reaches the market's turnover. */
export function meanDealLots(spec: SpotMarketSpec): number {
  const dealsAnHour = (dealPaceOf(spec).watched * HOUR_MS) / SECOND_MS;
  const worthUsdt = HOUR_TURNOVER_USDT / spec.popularityRank / dealsAnHour;
  const { reference } = catalogCurrency(spec.base.code);
  return (worthUsdt / reference) * 10 ** spec.quantityScale;
}

/** Returns the fewest lots with which an order at `priceTicks` exceeds the minimum value by at least a tenth. */
export function leastLots(rules: SpotMarketRules, priceTicks: number): number {
  const lotCost = BigInt(priceTicks) * rules.tickLotUnits;
  return Number(mulDiv(rules.minNotional, 11n, lotCost * 10n, 'ceil'));
}
