/** Faults of the start, the stop and calls. */
import { faultsIn } from '../area-mutant.ts';

export const EDGE_MUTANTS = [
  ...faultsIn(
    'edge',
    'server/kit/process/catch-up-work.ts',
    'tests/unit/kit/catch-up-work.test.ts',
    [
      [
        'start-waits-for-all',
        'a start waits for all work',
        "if ((await Promise.race([done, patience])) === 'done') return;",
        "if ((await done) === 'done') return;",
      ],
      [
        'wait-of-each-work',
        'each work has its own wait',
        'this.#leftMs = Math.max(0, this.#leftMs - passedMs());',
        '',
      ],
      [
        'stop-leaves-work',
        'a stop does not wait for the step under way',
        '    await Promise.all(this.#running);',
        '',
      ],
    ],
  ),
  ...faultsIn('edge', 'server/edge/http/call-guard.ts', 'tests/unit/edge/edge-call-guard.test.ts', [
    [
      'changes-while-hung',
      'changes begin while the database hangs',
      '(this.#isHung && !kind.isRead)',
      'false',
    ],
    [
      'calls-wait-while-hung',
      'calls under way wait for a database that hangs',
      '    if (isHung) this.#cut();',
      '',
    ],
    ['cut-calls-keep-room', 'cut calls keep their room', '    this.#underWay.clear();', ''],
    [
      'busy-server-takes-calls',
      'a server with too much work begins further calls',
      ' || this.#isBusyWith(kind)',
      '',
    ],
    [
      'calls-without-limit',
      'any number of calls can be under way',
      'this.#underWay.size >= this.#underWayMax ||',
      'false ||',
    ],
    [
      'client-without-limit',
      'one client can have any number of calls under way',
      'this.#ofClients.takenBy(client) >= this.#ofClientMax ||',
      '',
    ],
    [
      'ended-calls-keep-room',
      'ended calls of a client keep their room',
      'if (!isCounted || kind.isFromMemory) return;',
      'if (isCounted) return;',
    ],
    [
      'cut-calls-of-client-keep-room',
      'cut calls of a client keep their room',
      '    this.#ofClients.clear();\n',
      '',
    ],
  ]),
  ...faultsIn('edge', 'server/edge/http/address.ts', 'tests/unit/edge/edge-call-guard.test.ts', [
    [
      'client-of-many-addresses',
      'each address of an IPv6 network counts as a client of its own',
      '.slice(0, NETWORK_GROUPS)',
      '',
    ],
  ]),
  ...faultsIn('edge', 'server/kit/process/loop-lag.ts', 'tests/unit/kit/loop-lag.test.ts', [
    [
      'one-long-turn-is-overload',
      'one long turn refuses calls',
      'const LATE_TURNS_MIN = 4',
      'const LATE_TURNS_MIN = 1',
    ],
  ]),
  ...faultsIn('edge', 'server/kit/limits/command-rate.ts', 'tests/unit/kit/command-rate.test.ts', [
    [
      'no-room-for-cancels',
      'orders use up what is left to cancels',
      'endsOnly ? BURST_MS : BURST_MS - RESERVED_MS',
      'BURST_MS',
    ],
  ]),
  ...faultsIn(
    'edge',
    'server/kit/db/database-pulse.ts',
    'tests/server/edge/hung-database.test.ts',
    [
      [
        'hang-unnoticed',
        'a database that hangs is not noticed',
        '    if (this.#silentLooks >= SILENT_LOOKS_MAX) this.#report(true);',
        '',
      ],
    ],
  ),
  ...faultsIn('edge', 'server/edge/http/http-app.ts', 'tests/server/edge/hung-database.test.ts', [
    [
      'stop-without-answer',
      'a stop closes connections without an answer',
      '      guard.close();\n',
      '',
    ],
  ]),
];
