/** Faults of fast contracts: their core, their writer, the start after an outage, and the checks of both. */
import { faultsIn } from '../area-mutant.ts';

const CORE_TEST = 'tests/unit/micro/micro-core.test.ts';
const REPLAY_TEST = 'tests/unit/micro/micro-lifecycle.test.ts';
const WRITER_TEST = 'tests/server/micro/micro-writer.test.ts';
const OWNERS_TEST = 'tests/server/micro/micro-owners.test.ts';
const VERIFIER_TEST = 'tests/server/micro/micro-verifier.test.ts';
const LINES_TEST = 'tests/server/micro/micro-lines.test.ts';
const WATCH_TEST = 'tests/unit/micro/micro-watch.test.ts';
const FALSE_RESULTS_TEST = 'tests/server/micro/micro-false-results.test.ts';
const CHECK_TEST = 'tests/unit/micro/settlement-check.test.ts';
const PROGRESS_TEST = 'tests/unit/micro/order-progress.test.ts';
const PLOT_TEST = 'tests/unit/micro/index-plot.test.ts';

export const MICRO_MUTANTS = [
  ...faultsIn('micro', 'server/engine/micro/micro-core.ts', CORE_TEST, [
    [
      'stale-price',
      'an order is taken at a price of any age',
      'last?.ticks == null || now - last.atMs > INDEX_AGE_MS',
      'last?.ticks == null',
    ],
    [
      'end-after-the-close',
      'an order of forex may end after the market has closed',
      ' || !isTrading(hours, now + INDEX_AGE_MS + seconds * SECOND_MS)',
      '',
    ],
  ]),
  ...faultsIn('micro', 'server/engine/micro/micro-core.ts', WRITER_TEST, [
    [
      'pool-overdrawn',
      'an order is taken that the pool cannot pay',
      'funds.pool < microProfitOf(stake, order) || ',
      '',
      'than the pool has',
    ],
    [
      'ended-before-its-time',
      'an order ends before its expiry by a clock that was set back',
      'Math.max(now, order.expiresAtMs ?? order.acceptedAtMs)',
      'Math.max(now, order.acceptedAtMs)',
      'does not hide the points',
    ],
  ]),
  ...faultsIn('micro', 'server/engine/micro/micro-exposure.ts', CORE_TEST, [
    [
      'skew-without-limit',
      'both directions of an instrument may differ by any amount',
      '(isBalancing || absolute(after) <= skewLimit)',
      'true',
    ],
    [
      'side-without-limit',
      'one direction of an instrument may promise any amount',
      'side + profit <= sideLimit && ',
      '',
    ],
  ]),
  ...faultsIn('micro', 'server/engine/micro/micro-owner.ts', CORE_TEST, [
    [
      'open-losses-not-counted',
      'open orders do not count for the daily limit',
      '    for (const order of this.orders.values()) sum += possibleLossOf(order);\n',
      '',
    ],
    [
      'limit-raised-at-once',
      'a higher daily limit takes effect at once',
      'fromMs: now + RAISE_AFTER_MS',
      'fromMs: now',
    ],
    [
      'break-shortened',
      'a user can shorten a break',
      'Math.max(change.breakUntilMs, before.breakUntilMs ?? 0)',
      'change.breakUntilMs',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-exchange.ts', WRITER_TEST, [
    [
      'accepted-at-request-time',
      'a receipt has the time of the request',
      'const asked = clock.now();',
      'const asked = request.now;',
      'while a point is being stored',
    ],
    [
      'waits-for-its-time',
      'an order is taken while the log waits for its time',
      'index.lastReadMs - asked > INDEX_AGE_MS',
      'index.lastReadMs < 0',
      'refuses orders',
    ],
    [
      'taken-after-its-time',
      'an order is taken after the time that its sender gave',
      "    if (request.deadline?.hasPassed() === true) return refuse('command_expired');\n",
      '',
      'a command after its time',
    ],
    [
      'taken-after-a-difference',
      'orders are taken after an ended one differed from the log',
      ' || this.#isSuspended) return busy();',
      ') return busy();',
      'differs from the log',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-log.ts', WRITER_TEST, [
    [
      'point-before-receipts',
      'a point whose time comes during a wait is read before the receipts before it',
      'next = this.#dueMs() > dueMs ? this.#barrier() : null;',
      'next = null;',
      'waits for those before it',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-recipes.ts', WRITER_TEST, [
    [
      'payout-not-reserved',
      'the profit of a win is not set aside',
      'return pool(currencyId, -profit, profit);',
      'return pool(currencyId, 0n, 0n);',
      'than the pool has',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/open-micro.ts', WRITER_TEST, [
    [
      'outage-not-read',
      'a start does not read the points that running orders need',
      'readPoints(instrument, fromMs)',
      'readPoints(instrument, Number.MAX_SAFE_INTEGER)',
      'does not hide the points',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-owners.ts', OWNERS_TEST, [
    [
      'result-counted-twice',
      'an order that was open at a start counts twice in the result of the day',
      'const except = this.#unread.get(ownerId) ?? [];',
      'const except: number[] = [];',
      'when the order ends before',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/indexed-pairs.ts', WRITER_TEST, [
    [
      'left-instrument-forgotten',
      'an order whose instrument leaves the exchange never ends',
      '    ...running.filter(({ name }) => !known.has(name)),\n',
      '',
      'has left the exchange',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-log-check.ts', VERIFIER_TEST, [
    [
      'results-not-replayed',
      'the verification of the whole ledger does not compare results with the lines of the log',
      'microFaultsOf(order, points, () => true)',
      '[]',
      'changed with its points',
    ],
    [
      'unreadable-lines-pass',
      'a result whose lines cannot be read has no fault',
      'return [error instanceof Error ? error.message : String(error)];',
      'return [];',
      'cannot be read',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-rules.repo.ts', VERIFIER_TEST, [
    [
      'paid-twice-unnoticed',
      'a second payment of an order goes unnoticed',
      'having count(*) > 1`',
      'having count(*) > 2`',
      'paid twice',
    ],
    [
      'other-end-of-minute-unnoticed',
      'the last point of a minute may have another head than the signed one',
      "last_ms = at_ms and encode(minute.head, 'hex') <> point.head",
      'false',
      'changed with its points',
    ],
    [
      'kept-open-unnoticed',
      'an order that is kept open goes unnoticed',
      'where settled_at_ms is null\n    and coalesce',
      "where settled_at_ms is null and state = 'opening'\n    and coalesce",
      'kept open',
    ],
    [
      'currency-unnoticed',
      'a receipt of another currency goes unnoticed',
      'or field[8] is distinct from (select code from currencies where id = ${STAKE_CURRENCY})',
      '',
      'kept open',
    ],
  ]),
  ...faultsIn('micro', 'server/ledger/verify-funding-rule.repo.ts', VERIFIER_TEST, [
    [
      'unapproved-funding-unnoticed',
      'a funding of the pool without an approved request goes unnoticed',
      "request.state in ('approved', 'booked')",
      "request.state <> ''",
      'approved request',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-exchange.ts', WRITER_TEST, [
    [
      'answered-before-the-commit',
      'an order is acknowledged before it is durable',
      '    await durable;\n    if (this.#placing',
      '    if (this.#placing',
      'while the order is stored',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-memory.ts', WRITER_TEST, [
    [
      'used-points-not-stored',
      'the commit of an end does not have the points that decided it',
      'points: [...this.#usedPoints.values()],',
      'points: [],',
      'to the last unit',
    ],
  ]),
  ...faultsIn('micro', 'server/kit/db/migrations/0062_false_results.sql', FALSE_RESULTS_TEST, [
    [
      'stored-before-its-time',
      'the database takes an end before the expiry',
      '    OR settled_at_ms < coalesce(placed.expires_at_ms, accepted_at_ms)\n',
      '',
      'is what its window says',
    ],
    [
      'window-not-added-up',
      'the database takes a window with another sum',
      '(NEW.sum, NEW.count) IS DISTINCT FROM (total, found_count)',
      'NEW.count <> found_count',
      'is what its window says',
    ],
    [
      'point-not-in-the-log',
      'the database takes a point that is no line of the log',
      'chr(10) || NEW.line || chr(10)) = 0',
      'chr(10) || NEW.line || chr(10)) < 0',
      'is what its window says',
    ],
    [
      'opened-at-a-later-point',
      'the database takes an opening at a later point than the first one',
      '      AND has_opening_point(instrument, accepted_at_ms, opened_at_ms)\n',
      '      AND false\n',
      'is the first point',
    ],
    [
      'line-moved',
      'a line of the index log may change its time',
      'BEFORE UPDATE OR TRUNCATE ON "index_parts"',
      'BEFORE TRUNCATE ON "index_parts"',
      'stays the first one',
    ],
  ]),
  ...faultsIn('micro', 'server/kit/db/migrations/0067_signed_parts.sql', FALSE_RESULTS_TEST, [
    [
      'unsigned-line-removed',
      'a line of the index log may leave it before its minute is signed',
      '    WHERE NOT EXISTS (\n      SELECT FROM index_minutes',
      '    WHERE false AND NOT EXISTS (\n      SELECT FROM index_minutes',
      'stays the first one',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-conformance.ts', LINES_TEST, [
    [
      'missing-lines-trusted',
      'the check of ended orders trusts the row of an order whose lines are gone',
      "        if (points === null) return { faults: ['the lines of its minutes are missing'] };\n",
      '',
      'are a difference',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-watch.ts', WATCH_TEST, [
    [
      'standing-log-unnoticed',
      'orders that wait for a log that stands go unnoticed',
      'runs <= RUNS_MAX || openCount === 0',
      'runs > 0 || openCount === 0',
      'logged once',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-lifecycle.ts', REPLAY_TEST, [
    [
      'signature-not-checked',
      'a receipt that nobody signed goes unnoticed',
      'return isSigned(order.receipt, order.signature)',
      'return isSigned !== undefined',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/settlement-check.ts', CHECK_TEST, [
    [
      'old-moment-passes',
      'the check takes a receipt that names a point of long before the order',
      'ageMs < 0 || ageMs > INDEX_AGE_MS',
      'ageMs < 0',
      'is found',
    ],
    [
      'later-moment-passes',
      'the check takes a receipt that names a point after the order',
      'ageMs < 0 || ageMs > INDEX_AGE_MS',
      'ageMs > INDEX_AGE_MS',
      'is found',
    ],
    [
      'other-head-passes',
      'the check does not compare the head of the receipt with the record',
      'isThere && headAt(record, logAtMs, crypto) !== receipt.head',
      'false',
      'is found',
    ],
    [
      'second-history-passes',
      'the check does not compare minutes with those that were seen elsewhere',
      'overlapping.some((seen) => signedText(seen) !== signedText(minute))',
      'false',
      'second history',
    ],
    [
      'other-payout-passes',
      'the check does not compare the payout',
      'compare(({ payout }) => [payout])',
      'compare(() => [])',
    ],
  ]),
  ...faultsIn('micro', 'machines/app/micro/order-progress.ts', PROGRESS_TEST, [
    [
      'ring-by-the-device',
      'the ring of an open order goes by the clock of the device',
      'Math.max(expiresAtMs - atMs, 0)',
      'Math.max(expiresAtMs - Date.now(), 0)',
      'a clock that is',
    ],
    [
      'ring-decides-too-soon',
      'the ring says at exactly 3 s that the prices of now decide',
      'leftMs < SETTLEMENT_WINDOW_MS',
      'leftMs <= SETTLEMENT_WINDOW_MS',
    ],
    [
      'lead-of-the-other-direction',
      'the lead of an order is that of the other direction',
      "direction === 'up' ? now - open",
      "direction === 'down' ? now - open",
    ],
  ]),
  ...faultsIn('micro', 'src/app/micro/index-plot.ts', PLOT_TEST, [
    [
      'shaded-window-too-long',
      'the chart shades six seconds before the expiry',
      'x(expiresAt - SETTLEMENT_WINDOW_MS)',
      'x(expiresAt - 2 * SETTLEMENT_WINDOW_MS)',
    ],
    [
      'opening-line-of-the-other-direction',
      'the color of an opening line says who leads in the other direction',
      "direction === 'up' ? 1 : -1",
      "direction === 'down' ? 1 : -1",
    ],
  ]),
];
