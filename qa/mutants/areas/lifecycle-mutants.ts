/** Faults of time and timers. */
import { faultsIn } from '../area-mutant.ts';

export const LIFECYCLE_MUTANTS = [
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/logged-ends.ts',
    'tests/server/kit/changed-timers.test.ts',
    [
      [
        'timer-before-its-log',
        'a timer fires before the end that its log allows',
        '  if (end === undefined || end <= now) return;',
        '  if (end === undefined || end !== now) return;',
      ],
      [
        'snapshot-not-of-its-log',
        'a delay ends for a snapshot that its log does not have',
        'if (!isDeepStrictEqual(storedSnapshot(restoreSnapshot(spec, row)), storedSnapshot(state)))',
        'if (!isDeepStrictEqual(row.revision, events.at(-1)?.revision))',
      ],
      [
        'migration-forgets-ends',
        'the ends of delays before a migration are forgotten',
        '        ends.set(keyOf(timer), timer.dueAtMs);',
        '        ends.delete(keyOf(timer));',
      ],
    ],
  ),
  ...faultsIn('lifecycle', 'server/kit/process/real-time.ts', 'tests/unit/kit/real-time.test.ts', [
    [
      'sleep-not-counted',
      'a sleep of the machine is not counted',
      '    passedMs += hasSlept ? wholeMs : awakeMs;',
      '    passedMs += awakeMs;',
    ],
    [
      'uptime-steps-added',
      'steps of the uptime are added up',
      'const hasSlept = wholeMs - awakeMs >= SLEEP_MS_MIN;',
      'const hasSlept = wholeMs > awakeMs;',
    ],
  ]),
  ...faultsIn(
    'lifecycle',
    'server/kit/process/steady-clock.ts',
    'tests/unit/kit/steady-clock.test.ts',
    [
      [
        'clock-follows-jump',
        'the clock follows a jump',
        '    isHolding = !isNear(wallMs, ownMs);',
        '    isHolding = false;',
      ],
      [
        'clock-takes-sleep-for-jump',
        'the clock takes a sleep for a jump',
        'const ownMs = anchor.clock + real - anchor.real;',
        'const ownMs = anchor.clock + monotonicMs() - anchor.monotonic;',
      ],
    ],
  ),
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/server-beats.ts',
    'tests/server/kit/server-beats.test.ts',
    [
      [
        'outage-by-wall-clock',
        'an outage is not measured by real time',
        '() => realTime() - this.#notedAt);',
        '(fromMs, nowMs) => nowMs - fromMs - 1);',
      ],
      [
        'timers-before-outage',
        'timers fire before an outage is made up for',
        '    if (this.#isBehind()) await this.#inTurn(() => this.#note());',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/lifecycles.repo.ts',
    'tests/server/kit/timer-lanes.test.ts',
    [
      [
        'held-record-stops-all',
        'one held record stops all timers',
        ".for('update', { skipLocked: true })",
        ".for('update')",
      ],
    ],
  ),
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/timer-lane.ts',
    'tests/server/kit/timer-lanes.test.ts',
    [
      [
        'one-page-a-round',
        'a round takes one page of 100 timers',
        '      if (page.length === PAGE) continue;',
        '',
      ],
      [
        'broken-page-ends-round',
        'a page of broken records ends the round',
        '      last = page.at(-1);',
        '      last = undefined;\n      if (left.length > 0) return;',
      ],
      [
        'broken-record-each-second',
        'a broken record is tried every second',
        'const isSkipped = isPatient && this.#backOff.isWaiting(timer, now);',
        'const isSkipped = false;',
      ],
      [
        'callers-hasten-failures',
        'calls make a broken record fail faster',
        "      if (!this.#backOff.isWaiting(timer, now)) await this.#fire(timer, now, 'wait');",
        "      await this.#fire(timer, now, 'wait');",
      ],
      [
        'caller-does-not-wait',
        'a caller does not wait for its held record',
        "await this.#fire(timer, now, 'wait');",
        "await this.#fire(timer, now, 'leave');",
      ],
      [
        'one-record-at-once',
        'records of a kind fire one after the other',
        'const RECORDS_AT_ONCE = 4;',
        'const RECORDS_AT_ONCE = 1;',
      ],
      [
        'all-connections-taken',
        'records of a kind take all connections',
        'const RECORDS_AT_ONCE = 4;',
        'const RECORDS_AT_ONCE = 50;',
      ],
      [
        'never-late',
        'lateness is always 0',
        'oldest === undefined ? 0 : clock.now() - oldest.dueAtMs',
        '0',
      ],
    ],
  ),
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/timer-back-off.ts',
    'tests/server/kit/timer-lanes.test.ts',
    [
      [
        'waits-do-not-grow',
        'waits after failures do not grow',
        'const failures = (this.#failed.get(keyOf(timer))?.failures ?? 0) + 1;',
        'const failures = 1;',
      ],
    ],
  ),
  ...faultsIn(
    'lifecycle',
    'server/kit/lifecycle/lifecycles.repo.ts',
    'tests/server/kit/server-beats.test.ts',
    [
      [
        'ended-delay-lengthened',
        'a delay that ended at the last beat is lengthened',
        '${dueAtMs} > ${runningAt}',
        '${dueAtMs} >= ${runningAt}',
      ],
    ],
  ),
];
