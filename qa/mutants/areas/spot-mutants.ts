/** Faults of trading. */
import { faultsIn } from '../area-mutant.ts';

export const SPOT_MUTANTS = [
  ...faultsIn(
    'spot',
    'server/areas/spot/spot-exchange.ts',
    'tests/unit/spot/spot-exchange-faults.test.ts',
    [
      [
        'half-command-goes-on',
        'trading goes on after a command that left the memory half changed',
        "if (!this.#memory.isWhole) this.#fail('a spot command broke a rule', error);",
        '',
      ],
      [
        'failure-commits-on',
        'batches are still committed after a failure',
        '    this.#commits.abandon();\n',
        '',
      ],
      [
        'cancel-refused-too-soon',
        'a cancel is refused before the commits it rests on',
        "    await this.#commits.settled();\n    if (cancelled.error !== 'order_not_found') return cancelled;",
        "    if (cancelled.error !== 'order_not_found') return cancelled;",
      ],
      [
        'cancel-all-answered-too-soon',
        'cancel all answers before the commits it rests on',
        '    else await this.#commits.settled();\n    return ended;',
        '    return ended;',
      ],
      [
        'full-writer-takes-orders',
        'an order is taken although the writer became full while its keys were loaded',
        "    if (first) return this.#repeat(first, order);\n    if (!this.#takesCommands()) return refuse('service_unavailable', BUSY_RETRY_S);",
        '    if (first) return this.#repeat(first, order);',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/spot-memory.ts',
    'tests/unit/spot/spot-exchange-faults.test.ts',
    [
      [
        'memory-always-whole',
        'a half changed memory counts as whole',
        '    return this.#isWhole;\n',
        '    return true;\n',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/open-orders.ts',
    'tests/unit/spot/spot-large-orders.test.ts',
    [
      [
        'closed-market-keeps-orders',
        'a market that closes keeps the orders of the exchange',
        '(order) => order.marketId === marketId',
        '(order) => order.marketId === marketId && order.ownerId > 0',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/acceptance.ts',
    'tests/unit/spot/spot-acceptance.test.ts',
    [
      [
        'level-sum-of-wrong-side',
        'the sum of a price level is read from the bids for sells too',
        'engine.lotsAt(side, priceTicks)',
        "engine.lotsAt('buy', priceTicks)",
      ],
      [
        'preview-without-end',
        'the preview of a market order walks the whole book',
        'engine.preview(incoming, previewEnd(view, order, base))',
        '(void previewEnd, engine.preview(incoming))',
      ],
      [
        'no-band-without-reference',
        'a market without a reference has no band',
        "  if (referenceTicks === null) return refuse('market_reference_unknown');\n  const priced = { ...view, referenceTicks };",
        '  const priced = { ...view, referenceTicks: referenceTicks ?? 10_000 };',
      ],
      [
        'no-band-for-limit-orders',
        'limit orders have no band',
        "  if (priceTicks < lowTicks || priceTicks > highTicks) return refuse('price_outside_band');\n",
        '',
      ],
      [
        'no-band-for-market-orders',
        'market orders have no band',
        "  side === 'buy' ? priceTicks > worstTicks : priceTicks < worstTicks;",
        "  side === 'buy' ? priceTicks > worstTicks + 1e6 : priceTicks < worstTicks - 1e6;",
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/spot-exchange.ts',
    'tests/unit/spot/spot-large-orders.test.ts',
    [
      [
        'command-between-steps',
        'a command comes between the steps of a large order',
        '    return this.#memory.isBusy(marketId) ? this.#work.idle(marketId) : undefined;',
        '    void marketId;\n    return undefined;',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/spot-memory.ts',
    'tests/unit/spot/spot-large-orders.test.ts',
    [
      [
        'unbounded-step',
        'one order meets any number of others in one step',
        'const FILLS_OF_STEP_MAX = 128;',
        'const FILLS_OF_STEP_MAX = 100_000;',
      ],
      [
        'crossing-rest-restored',
        'the rest of a large order crosses the book after a restart',
        'if (rest !== null && !isCrossing(rest, best)) market.engine.restore(rest);',
        'if (rest !== null) market.engine.restore(rest);',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/spot-memory.ts',
    'tests/unit/spot/spot-large-order-steps.test.ts',
    [
      [
        'steps-go-back-in-time',
        'a later step of a large order has an earlier time',
        'const asked = this.#inTime({ requestId, now: Math.max(now, order.updatedAtMs) });',
        'const asked = { requestId, now };',
      ],
      [
        'steps-after-a-halt',
        'a large order trades on in a halted market',
        "if (rules.status === 'trading' && referenceTicks !== null) {",
        'if (referenceTicks !== null) {',
      ],
      [
        'steps-outside-the-band',
        'a large order trades outside the band of its moment',
        'market.engine.continueOrder(FILLS_OF_STEP_MAX, worstTicks)',
        "market.engine.continueOrder(FILLS_OF_STEP_MAX, order.side === 'buy' ? 1e15 : worstTicks && 1)",
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/order-lifecycle.ts',
    'tests/unit/spot/spot-large-orders.test.ts',
    [
      [
        'reserve-released-twice',
        'a large order forgets what its earlier steps reserved',
        'sum + costOf(market, deal), order.reserved)',
        'sum + costOf(market, deal), 0n)',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/areas/spot/open-spot-exchange.ts',
    'tests/server/spot/spot-store.test.ts',
    [
      [
        'lossy-database-accepted',
        'a lossy database is accepted in production',
        'lossySettings.length > 0 && options.refusesLossyDatabase === true',
        'false',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/ledger/writer/owned-balances.ts',
    'tests/unit/ledger/owned-balances.test.ts',
    [
      [
        'owner-forgotten-before-the-commit',
        'an owner is forgotten before the last change is durable',
        'lastBatch > durableBatch || accounts',
        'accounts',
      ],
      [
        'owner-with-orders-forgotten',
        'an owner is forgotten while an amount is frozen',
        ' || accounts.some(({ frozen }) => frozen !== 0n)',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'spot',
    'server/ledger/writer/owner-loads.ts',
    'tests/unit/ledger/owner-loads.test.ts',
    [
      [
        'outdated-read-taken',
        'a read from before an owner was forgotten becomes the balance',
        '!read.isOutdated && ',
        '',
      ],
    ],
  ),
  ...faultsIn('spot', 'server/engine/owner-orders.ts', 'tests/unit/engine/owner-orders.test.ts', [
    [
      'owner-lists-only-grow',
      'lists of owners only grow',
      '      this.#asked.delete(eldest);',
      '      break;',
    ],
  ]),
];
