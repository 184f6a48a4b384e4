/** Faults of the server. */
import type { SourceMutant } from './mutant.ts';

type Edits = SourceMutant['edits'];

const fault = (
  name: string,
  what: string,
  file: string,
  edits: Edits,
  [checkFile, tests]: readonly [string, string],
): SourceMutant => ({
  place: 'server',
  name: `server-${name}`,
  fault: what,
  file,
  edits,
  check: { project: 'server', file: checkFile, tests },
});

export const SERVER_MUTANTS: readonly SourceMutant[] = [
  fault(
    'revision-not-checked',
    'a step with a stale revision is accepted',
    'server/areas/fiat/orders/order-steps.ts',
    [
      ["if (head.life.revision !== revision) return refuse('fiat_order_changed');", ''],
      [
        'const { userId, orderId, revision, now } = asked;',
        'const { userId, orderId, now } = asked;',
      ],
    ],
    ['tests/server/fiat/fiat-order-paths.test.ts', '^(fiat-order-116)? does'],
  ),
  fault(
    'wrong-payee',
    'a completed order gives the coins to the seller',
    'server/areas/fiat/orders/escrow.ts',
    [
      [
        'fiatOrderReleased(fundsOf(part), part.buyerId)',
        'fiatOrderReleased(fundsOf(part), part.sellerId)',
      ],
    ],
    ['tests/server/fiat/fiat-orders.test.ts', 'goes from placed through paid to completed'],
  ),
  fault(
    'refund-forgotten',
    'coins of an order whose ad has ended stay frozen',
    'server/areas/fiat/orders/escrow.ts',
    [["if (ad.side === 'sell' && !isAdEnded) return;", "if (ad.side === 'sell') return;"]],
    ['tests/server/fiat/fiat-orders.test.ts', 'that ends after its ad was canceled'],
  ),
  fault(
    'stranger-is-a-side',
    'any user counts as the seller',
    'server/areas/fiat/orders/order-lifecycle.ts',
    [["return userId === sellerId ? 'seller' : undefined;", "return 'seller';"]],
    [
      'tests/server/fiat/fiat-orders.test.ts',
      'an order of other users is answered like a missing one',
    ],
  ),
  fault(
    'cancellation-not-counted',
    'a buyer who cancels is never barred',
    'server/areas/fiat/orders/order-effects.ts',
    [["isCancellation: has(step, 'countCancellation'),", 'isCancellation: false,']],
    ['tests/server/fiat/fiat-order-paths.test.ts', '^(fiat-order-116)? does'],
  ),
  fault(
    'clock-not-started',
    'no window of the seller ever ends',
    'server/kit/lifecycle/take-step.ts',
    [['deadlines: deadlinesOf(step.timers, now),', 'deadlines: [],']],
    ['tests/server/fiat/fiat-orders.test.ts', 'gives the coins to the buyer when it expires'],
  ),
  fault(
    'late-step-taken',
    'a step is accepted after its deadline',
    'server/areas/fiat/orders/order-steps.ts',
    [['head.deadlineAtMs !== null && head.deadlineAtMs <= now', 'head.deadlineAtMs === 0']],
    ['tests/server/fiat/fiat-refusals.test.ts', 'a step after its deadline is refused, even while'],
  ),
  fault(
    'pay-password-not-asked',
    'coins are given away without the pay password',
    'server/areas/fiat/orders/orders.ts',
    [
      [
        'const proved = await security.checkPayPassword(asked.userId, payPassword, asked.now);',
        'const proved = ok(payPassword);',
      ],
      ['const { steps, security } = this.#parts;', 'const { steps } = this.#parts;'],
    ],
    ['tests/server/fiat/fiat-orders.test.ts', 'needs a voucher to declare, and the pay password'],
  ),
  fault(
    'ad-coins-not-frozen',
    'a sell ad offers coins that can be spent elsewhere',
    'server/areas/fiat/ads/ad-steps.ts',
    [['adPosted({ ...fundsOf(facts), amount: units(facts.after.total) })', 'null']],
    ['tests/server/fiat/fiat-ads.test.ts', 'freezes its total from its start'],
  ),
  fault(
    'edit-the-wrong-way-round',
    'a larger ad frees coins, a smaller one freezes them',
    'server/areas/fiat/ads/ad-steps.ts',
    [
      [
        'adResized(fundsOf(facts), after.total - before.total)',
        'adResized(fundsOf(facts), before.total - after.total)',
      ],
    ],
    ['tests/server/fiat/fiat-ads.test.ts', 'grows and shrinks with an edit'],
  ),
  fault(
    'shop-closed-over-orders',
    'a shop is closed while its orders are open',
    'server/areas/fiat/market/shops.ts',
    [
      [
        'if ((await repo.countOpenOrders(tx, shop.id)) > 0)',
        'if ((await repo.countOpenOrders(tx, shop.id)) > 99)',
      ],
    ],
    ['tests/server/fiat/fiat-shops.test.ts', 'waits for its open orders'],
  ),
  fault(
    'buy-ads-filled-by-strangers',
    'three strangers with minimum orders block the buy ads of a merchant',
    'server/areas/fiat/standing.repo.ts',
    [['where ended_at_ms is null and taker_id = $1', 'where ended_at_ms is null']],
    ['tests/server/fiat/fiat-sanctions.test.ts', 'cannot be filled up by three strangers'],
  ),
  fault(
    'ad-paid-nowhere',
    'an ad without a usable collection method is shown',
    'server/areas/fiat/ads/ad-wire.ts',
    [
      [
        "if (ad.state !== 'opening' || payableKinds.length === 0) return null;",
        "if (ad.state !== 'opening') return null;",
      ],
    ],
    ['tests/server/fiat/fiat-market-list.test.ts', 'shows its remaining payment kinds'],
  ),
  fault(
    'chat-open-to-strangers',
    'any user can read and write in the chat of an order',
    'server/areas/fiat/orders/messages.ts',
    [['return head && partyOf(head, userId) === undefined ? undefined : head;', 'return head;']],
    ['tests/server/fiat/fiat-chat.test.ts', 'of a stranger, or to an order that does not exist'],
  ),
];
