/** Faults of the prices and shops of fiat trading. */
import { faultsIn } from '../area-mutant.ts';

export const FIAT_MUTANTS = [
  ...faultsIn(
    'fiat',
    'server/areas/fiat/fiat-log-rules.repo.ts',
    'tests/server/ledger/ledger-thefts.test.ts',
    [
      [
        'early-end-unnoticed',
        'a window that ended early is not named',
        'passed.at_ms >= began.ends_from_ms) is not true',
        'passed.at_ms is not null) is not true',
      ],
      [
        'early-timer-unnoticed',
        'a timer that was set forward is not named',
        '(due_at_ms >= running.ends_from_ms and deadline_at_ms',
        '(due_at_ms is not null and deadline_at_ms',
      ],
      [
        'early-end-of-hold-unnoticed',
        'an end that was set back is not named',
        `    and ended_at_ms is not distinct from case when "end" is not null then ended.at_ms end) is not true`,
        `) is not true`,
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/orders/order-effects.ts',
    'tests/server/fiat/fiat-thefts.test.ts',
    [
      [
        'changed-order-released',
        'the coins of a changed order are released',
        '          await requireAsPlaced(tx, order);\n          await escrow.release(',
        '          await escrow.release(',
        'gives its coins to no user',
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/orders/order-terms.repo.ts',
    'tests/server/fiat/fiat-thefts.test.ts',
    [
      [
        'other-terms-unnoticed',
        'the terms of an order are not compared with its log',
        "coalesce(${input} ->> 'termsSha256' = ${TERMS_DIGEST}, true)",
        "coalesce(${input} ->> 'termsSha256' <> '' or ${TERMS_DIGEST} <> '', true)",
        'gives its coins to no user',
      ],
    ],
  ),
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
  ...faultsIn(
    'fiat',
    'server/areas/fiat/market/shops.ts',
    'tests/server/fiat/fiat-lock-order.test.ts',
    [
      [
        'orders-counted-before-locks',
        'a shop counts its open orders before it locks its merchant and ads',
        "    await lockUser(tx, userId);\n    const shop = await repo.findShopOf(tx, userId);\n    if (shop?.isOpen !== true) return refuse('shop_required');\n    const cause = { actorId: userId, requestId, now };\n    // The lock prevents new orders. Ended ads cannot be taken anyway.\n    const alive = await lockAliveAds(tx, shop.id);\n    if ((await repo.countOpenOrders(tx, shop.id)) > 0) return refuse('shop_has_open_orders');\n",
        "    const shop = await repo.findShopOf(tx, userId);\n    if (shop?.isOpen !== true) return refuse('shop_required');\n    const cause = { actorId: userId, requestId, now };\n    if ((await repo.countOpenOrders(tx, shop.id)) > 0) return refuse('shop_has_open_orders');\n    await lockUser(tx, userId);\n    const alive = await lockAliveAds(tx, shop.id);\n",
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/ads/ads.repo.ts',
    'tests/server/fiat/fiat-lock-order.test.ts',
    [
      [
        'ads-locked-in-no-order',
        'a shop that closes locks its ads in no order',
        "    .orderBy(asc(fiatAds.id))\n    .for('update');",
        "    .for('update');",
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/orders/order-rows.repo.ts',
    'tests/server/fiat/fiat-lock-order.test.ts',
    [
      [
        'ad-locked-before-seller',
        'an order locks the ad before its seller',
        '(select 1 from users where id = $2 for key share) as seller',
        '(select 1 from users where id = $2) as seller',
      ],
    ],
  ),
  ...faultsIn(
    'fiat',
    'server/areas/fiat/standing.repo.ts',
    'tests/server/fiat/fiat-sanctions.test.ts',
    [
      [
        'cancellation-at-midnight',
        'a cancellation at midnight does not count for the buyer',
        'is_cancellation and ended_at_ms >= $2',
        'is_cancellation and ended_at_ms > $2',
        'count from the first millisecond',
      ],
      [
        'cancellation-at-midnight-listed',
        'a cancellation at midnight does not count for the list of ads',
        'given_up.ended_at_ms >= ${dayStart}',
        'given_up.ended_at_ms > ${dayStart}',
        'count from the first millisecond',
      ],
    ],
  ),
];
