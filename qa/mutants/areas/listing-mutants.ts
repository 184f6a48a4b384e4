/** Faults of trading pairs that operators add: their terms, their pause, and their way into the running server. */
import { faultsIn } from '../area-mutant.ts';

const TOKEN_TEST = 'tests/server/ieo/token-market.test.ts';
const ADDED_TEST = 'tests/server/market/added-market.test.ts';

export const LISTING_MUTANTS = [
  ...faultsIn('market', 'server/areas/operator/market-listing-desk.ts', TOKEN_TEST, [
    [
      'pair-of-a-token-nobody-has',
      'a token that no offering has distributed gets a pair',
      ' || !(await this.#baseIds()).has(base.id)',
      '',
      'no offering has distributed',
    ],
    [
      'pair-in-an-unquoted-currency',
      'a pair is quoted in a currency of no market',
      '!this.#quoteIds().has(quote.id) || ',
      '',
      'terms that a market cannot have',
    ],
    [
      'pair-opening-between-ticks',
      'an opening price between two ticks is taken',
      'parseUnits(sent.opening_price, priceScale)',
      'parseUnits(sent.opening_price, priceScale + 1)',
      'terms that a market cannot have',
    ],
    [
      'pair-of-a-stale-list',
      'two operators add a pair at the same revision',
      'subject: MARKETS, reason, seen, details',
      'subject: MARKETS, reason, details',
      'its market appears paused',
    ],
  ]),
  ...faultsIn('market', 'server/areas/operator/market-listing-desk.ts', ADDED_TEST, [
    [
      'pair-hidden-until-the-next-start',
      'a new pair is only stored',
      '      if (!view.markets.has(row.id)) openAdded(row);\n',
      '      view.markets.has(row.id);\n',
      'it appears in the list',
    ],
    [
      'pair-at-another-scale',
      'the opening price has the decimals of quantities',
      'openingTicks: Number(ticks)',
      'openingTicks: Number(ticks) / 10 ** (priceScale - quantityScale)',
      'it appears in the list',
    ],
    [
      'pair-of-another-server-hidden',
      'a pair that another server has stored is hidden until the next start',
      '    await this.#openStored();\n    const listed',
      '    const listed',
      'a pair that is only stored',
    ],
    [
      'pair-of-a-lost-answer-hidden',
      'a pair whose commit had no answer is hidden until the next start',
      '    await this.#openStored();\n    return stored.ok',
      '    return stored.ok',
      'a pair that is only stored',
    ],
  ]),
  ...faultsIn('market', 'contract/figures/market-terms.ts', TOKEN_TEST, [
    [
      'pair-with-a-band-below-one-tick',
      'a price band without a tick above the opening price is taken',
      'ticks + BAND_TICKS_MIN',
      'ticks',
      'terms that a market cannot have',
    ],
    [
      'pair-of-one-currency',
      'a pair of a currency with itself passes the form',
      "  if (terms.base_currency_id === terms.quote_currency_id) wrong.push('quote_currency_id');\n",
      '',
      'terms that a market cannot have',
    ],
  ]),
  ...faultsIn(
    'market',
    'server/kit/db/migrations/0061_one_market_of_two_currencies.sql',
    ADDED_TEST,
    [
      [
        'pair-in-both-directions',
        'two currencies get a pair in each direction',
        'least("base_currency_id", "quote_currency_id"),greatest("base_currency_id", "quote_currency_id")',
        '"base_currency_id","quote_currency_id"',
        'there is one market',
      ],
      [
        'pair-added-twice',
        'two currencies get the same pair twice',
        'CREATE UNIQUE INDEX',
        'CREATE INDEX',
        'there is one market',
      ],
      [
        'pair-of-one-currency-stored',
        'a pair of a currency with itself is stored',
        ' <> ',
        ' <> -',
        'there is one market',
      ],
    ],
  ),
  ...faultsIn('market', 'server/areas/spot/spot-markets.repo.ts', ADDED_TEST, [
    [
      'pair-not-paused',
      'a new pair takes orders at once',
      "status: 'halted'",
      "status: 'trading'",
      'it appears in the list',
    ],
    [
      'pair-that-exists-unrefused',
      'a pair that exists is a fault of the server',
      '    .onConflictDoNothing()\n    .returning();\n  return added;',
      '    .returning();\n  return added;',
      'there is one market',
    ],
  ]),
  ...faultsIn('market', 'server/areas/market/open-market.ts', ADDED_TEST, [
    [
      'pair-without-an-order-book',
      'a new pair has no order book before the next start',
      '      depthBoard.add(row.id, rules);\n',
      '',
      'it appears in the list',
    ],
    [
      'pair-without-trades',
      'a new pair has no list of trades before the next start',
      '      for (const spec of addedNow) market.add(spec);\n',
      '',
      'it appears in the list',
    ],
    [
      'pair-without-a-band',
      'a new pair has no price band before the next start',
      '      added.set(row.id, row.openingTicks);\n',
      '',
      'it appears in the list',
    ],
  ]),
  ...faultsIn('market', 'server/areas/market/band-prices.ts', ADDED_TEST, [
    [
      'pair-with-the-first-band-forever',
      'the band of a pair stays around its opening price',
      '(followed.get(id)?.lastTicks ?? opening)',
      'opening',
      'it appears in the list',
    ],
  ]),
  ...faultsIn(
    'market',
    'server/areas/market/band-prices.ts',
    'tests/unit/market/band-prices.test.ts',
    [
      [
        'band-before-trades-are-read',
        'restored orders go on around the opening price of their pair',
        '    if (followed === undefined) return null;\n',
        '    if (followed === undefined) return openingTicks.get(id) ?? meanTicks(id);\n',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/areas/market/open-market.ts',
    'tests/server/spot/spot-unlisted-market.test.ts',
    [
      [
        'pair-of-an-operator-quoted',
        'a start fails because the catalog has the pair of an operator',
        'specs: specs.filter(({ id }) => spot.markets.has(id))',
        'specs',
        'the market maker quotes',
      ],
    ],
  ),
];
