/** Faults of the pages. */
import type { SourceMutant } from './mutant.ts';

const fault = (
  name: string,
  what: string,
  file: string,
  edits: SourceMutant['edits'],
  tests: SourceMutant['check'],
): SourceMutant => ({
  place: 'page',
  name: `page-${name}`,
  fault: what,
  file,
  edits,
  check: tests,
});

const ORDER = {
  project: 'browser',
  file: 'tests/e2e/fiat/fiat-order-paths.test.ts',
  tests: 'both pages match each path',
} as const;
const AD = {
  project: 'browser',
  file: 'tests/e2e/fiat/fiat-ad-paths.test.ts',
  tests: 'the merchant’s page matches each path',
} as const;

const stage = (tests: string) =>
  ({ project: 'browser', file: 'tests/e2e/lever/lever-stage.test.ts', tests }) as const;
const limits = (tests: string) =>
  ({ project: 'browser', file: 'tests/e2e/lever/lever-limits-stage.test.ts', tests }) as const;

export const PAGE_MUTANTS: readonly SourceMutant[] = [
  fault(
    'sellers-buttons-for-buyers',
    'both sides are offered what the seller may do',
    'src/app/fiat/fiat-order-mirror.ts',
    [['canAct(snapshot, order.role, action)', "canAct(snapshot, 'seller', action)"]],
    ORDER,
  ),
  fault(
    'turn-of-the-wrong-side',
    'the page says that it is the buyer’s turn to confirm',
    'src/app/fiat/fiat-order-mirror.ts',
    [
      [
        "return role === 'seller' ? 'mine' : 'theirs';",
        "return role === 'buyer' ? 'mine' : 'theirs';",
      ],
    ],
    ORDER,
  ),
  fault(
    'order-not-live',
    'steps of the other side show only after a reload',
    'src/app/fiat/use-fiat-order.ts',
    [["useRecordUpdates('fiat_order').get(id)", "useRecordUpdates('fiat_order').get(`${id}0`)"]],
    ORDER,
  ),
  fault(
    'clock-hidden',
    'the remaining time is not shown',
    'src/views/fiat/order-clock.tsx',
    [['if (order.deadline_at === null) return null;', 'if (left >= 0) return null;']],
    ORDER,
  ),
  fault(
    'stale-revision-sent',
    'a step is sent with a stale revision',
    'src/app/fiat/use-fiat-order-actions.ts',
    [['revision: String(revision)', 'revision: String(revision - 1)']],
    ORDER,
  ),
  fault(
    'no-way-to-settle',
    'a buyer cannot cancel an order',
    'src/views/fiat/order-actions.tsx',
    [["  { action: 'order.cancel', kind: 'danger' },\n", '']],
    ORDER,
  ),
  fault(
    'ad-never-resumed',
    'a suspended ad cannot be resumed',
    'src/views/fiat/merchant/own-ad-card.tsx',
    [['{(canSuspend || canResume) && (', '{canSuspend && (']],
    AD,
  ),
  fault(
    'ad-not-live',
    'the remainder of an ad changes only after a reload',
    'src/app/fiat/use-own-ads.ts',
    [
      [
        'withRecordUpdates(listed, updates, isWanted, isWhole)',
        'withRecordUpdates(listed, new Map(), isWanted, isWhole && updates.size >= 0)',
      ],
    ],
    AD,
  ),
  fault(
    'ratio-before-the-opening',
    'the ticket of contracts shows the margin level of before the opening',
    'machines/app/lever/lever-ticket.figures.ts',
    [
      [
        '    ratioBp: riskRatioBpOf(equity, margin),',
        '    ratioBp: riskRatioBpOf(equity, portfolio.margin),',
      ],
    ],
    stage('the ticket shows cost'),
  ),
  fault(
    'stop-loss-never-reached',
    'the ticket of contracts says nothing of a stop-loss beyond the stop-out price',
    'machines/app/lever/targets.rules.ts',
    [['ticks < stopOutTicks && stopOutTicks <= markTicks', 'ticks < 0']],
    limits('a stop-loss beyond the stop-out price'),
  ),
  fault(
    'midnight-without-a-mark',
    'a page of contracts that is open over midnight shows no fee of the night while its markets are closed',
    'src/app/lever/use-lever-portfolio.ts',
    [['[cash, orders, byId, marks, today]', '[cash, orders, byId, marks]']],
    limits('midnight and the announced end'),
  ),
  fault(
    'contract-sent-at-any-price',
    'a market order of a contract is sent without a worst price',
    'src/app/lever/use-lever-ticket.ts',
    [['      if (entry !== undefined)\n', '      if (entry !== undefined && entry === 0)\n']],
    stage('the ticket shows cost'),
  ),
  fault(
    'lapse-not-shown',
    'an order of a contract that lapses seems to wait',
    'src/app/lever/use-placed-order.ts',
    [['placed && newerOf(placed, pushed[placed.id])', 'placed && newerOf(placed, undefined)']],
    stage('a market order that lapses'),
  ),
  fault(
    'target-of-an-ended-order',
    'a target that is being moved stays although its order has ended',
    'src/app/lever/use-dragged-target.ts',
    [
      [
        'orders.some(({ id }) => id === moved?.order.id) ? moved : null',
        'orders.length < 100 ? moved : null',
      ],
    ],
    stage('a moved target of an order'),
  ),
  fault(
    'ring-by-the-device',
    'the ring of an open fast contract goes by the clock of the device',
    'src/app/micro/use-order-progress.ts',
    [['progressOf(order, atMs, last)', 'progressOf(order, atMs && Date.now(), last)']],
    { project: 'browser', file: 'tests/e2e/micro/micro-chart.test.ts' },
  ),
];
