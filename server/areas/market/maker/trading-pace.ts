/** How much the house trades in a market: deals of the demo flow, and sizes that fit its turnover. */
import { ensure } from '../../../../contract/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../../../contract/time.ts';
import { mulDiv } from '../../../../contract/money/rounding.ts';
import type { SpotMarketRules } from '../../spot/spot.area.ts';
import { catalogueCurrency } from '../../../ledger/currency-catalogue.ts';
import { HOUR_TURNOVER_USDT } from '../catalogue.ts';
import type { SpotMarketSpec } from '../market-source.ts';

/** Deals a second by popularity rank: the first row whose `rank` is not passed. Each deal is a row for two minutes. */
const PACES = [
  { rank: 6, watched: 0.98, alone: 1 / 30 },
  { rank: 16, watched: 0.46, alone: 1 / 120 },
  { rank: 30, watched: 0.26, alone: 1 / 240 },
  { rank: Number.POSITIVE_INFINITY, watched: 0.13, alone: 1 / 300 },
];

/** Deals a second while somebody is connected, and while nobody is. */
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

/** Lots of a mean deal, so that the deals of a watched hour are worth the market's turnover. */
export function meanDealLots(spec: SpotMarketSpec): number {
  const dealsAnHour = (dealPaceOf(spec).watched * HOUR_MS) / SECOND_MS;
  const worthUsdt = HOUR_TURNOVER_USDT / spec.popularityRank / dealsAnHour;
  const { reference } = catalogueCurrency(spec.base.code);
  return (worthUsdt / reference) * 10 ** spec.quantityScale;
}

/** Lots with which an order at `priceTicks` is worth the least that is allowed, and a tenth more. */
export function leastLots(rules: SpotMarketRules, priceTicks: number): number {
  const lotCost = BigInt(priceTicks) * rules.tickLotUnits;
  return Number(mulDiv(rules.minNotional, 11n, lotCost * 10n, 'ceil'));
}
