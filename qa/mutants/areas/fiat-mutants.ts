/** Faults of the prices and shops of fiat trading. */
import { faultsIn } from '../area-mutant.ts';

export const FIAT_MUTANTS = [
  ...faultsIn(
    'fiat',
    'server/areas/fiat/fiat-book-rules.repo.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
      [
        'shop-closed-twice',
        'the closing movements of a shop are not counted',
        'where opened <> 1 or closed <> (not is_open)::integer',
        'where opened <> 1',
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/ads/reference-price.ts',
    'tests/unit/fiat/fiat-reference-price.test.ts',
    [
      [
        'ad-keeps-old-reference',
        'an ad keeps its reference while the price is unknown',
        '      known.delete(key);\n',
        '      return known.get(key)?.price ?? null;\n',
      ],
      [
        'reference-over-clock-set-back',
        'a reference is held over a clock that was set back',
        '    ageMs >= 0 &&\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/market/sources/calm-prices.ts',
    'tests/server/fiat/fiat-price-band.test.ts',
    [
      [
        'calm-ads-follow-jump',
        'floating ads follow a jump of the mark',
        'marks.calmTicks(pair)',
        '((marks as unknown as { liveTicks(name: string): number | null }).liveTicks(pair))',
      ],
    ],
  ),
];
