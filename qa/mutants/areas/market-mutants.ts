/** Faults of prices and worth. */
import { faultsIn } from '../area-mutant.ts';

export const MARKET_MUTANTS = [
  ...faultsIn(
    'market',
    'server/areas/market/open-market.ts',
    'tests/server/market/price-walk.test.ts',
    [
      [
        'band-follows-mark',
        'the band follows the mark instead of its mean',
        'meanTicks: prices.meanTicks',
        'meanTicks: prices.liveTicks',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/areas/market/sources/marks.ts',
    'tests/unit/market/market-marks.test.ts',
    [
      [
        'forex-on-weekends',
        'forex has a mark on weekends',
        'mark.take(isOpen ? agreement : null, now);',
        'mark.take(agreement, now);',
      ],
      [
        'ads-after-breaker',
        'ads follow a price after the breaker',
        '    if (this.#of(name).mark.isCloseOnly(this.#clock.now())) return null;\n',
        '',
      ],
      [
        'ads-follow-jump',
        'ads follow a jump',
        '    return CALM_WITHIN * Math.abs(ticks - mean) <= mean ? ticks : null;',
        '    return ticks;',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/areas/market/equivalents.ts',
    'tests/unit/ledger/ledger-equivalents.test.ts',
    [
      [
        'stale-price-counts',
        'a stale price counts',
        '    if (live === null) return { shown: mean === null ? null : price(mean), range: null };\n    const slow = mean ?? live;',
        '    if (live === null && mean === null) return UNKNOWN;\n    const slow = mean ?? live ?? 0;',
      ],
      [
        'limits-forget-catalog',
        'limits forget the catalog',
        'price(Math.max(high, catalog))',
        'price(high)',
      ],
      [
        'limits-at-mark',
        'limits and liens count the mark alone',
        'const high = Math.max(live, slow);',
        'const high = live;',
      ],
      [
        'holdings-at-mark',
        'holdings count the mark alone',
        'price(Math.min(live, slow))',
        'price(live)',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/areas/market/deals/candles.repo.ts',
    'tests/server/market/market-candles.test.ts',
    [
      [
        'trade-added-twice',
        'two servers add a trade to the candles twice',
        '    await tx.execute(sql`select pg_advisory_xact_lock(${CANDLES_LOCK})`);\n',
        '',
        'before either has committed',
      ],
    ],
  ),
];
