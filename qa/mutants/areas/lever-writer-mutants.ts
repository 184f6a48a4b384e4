/** Faults of the dealing writer: its commits, its answers, and the marks of its commands. */
import { faultsIn } from '../area-mutant.ts';

const ORDERS = 'tests/server/lever/lever-exchange.test.ts';
const WRITER = 'tests/server/lever/lever-writer.test.ts';
const CLOCK = 'tests/server/lever/lever-clock.test.ts';
const OUTAGE = 'tests/server/lever/lever-outage.test.ts';
const OUTAGE_CALLS = 'tests/server/lever/lever-outage-calls.test.ts';
const STOPS = 'tests/unit/lever/pending-stops.test.ts';
const AUDIT = 'tests/unit/lever/account-audit.test.ts';

export const LEVER_WRITER_MUTANTS = [
  ...faultsIn('lever', 'server/engine/lever/house-risk.ts', WRITER, [
    [
      'owing-pool-opens',
      'an order opens although the pool owes',
      'return this.#pool < 0n || this.#isCoverBelow(GUARD_PERCENT.close);',
      'return this.#isCoverBelow(GUARD_PERCENT.close);',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/account-audit.ts', AUDIT, [
    [
      'frozen-market-hides-account',
      'an account with a market that is frozen or halted for long is not looked at',
      "state === 'closed' || now - sinceMs >= ABSENT_AFTER_MS ? 'absent'",
      "state === 'closed' ? 'absent'",
    ],
    ['owing-pool-unnoticed', 'a pool that owes is not reported', '      this.#checkPool();\n', ''],
    [
      'funds-not-compared',
      'pool and insurance fund are not compared with their rows',
      'const fault = seen === before && seen !== stored ?',
      'const fault = seen === before && seen === null ?',
    ],
    [
      'targets-not-compared',
      'margins and targets of orders are not compared with their rows',
      'return [id, revision, openTicks, margin, reserve, takeProfitTicks, stopLossTicks].join',
      'return [id, revision].join',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/pending-stops.ts', STOPS, [
    [
      'order-under-way-kept',
      'an order that is on its way to the store stays when its owner is disabled',
      '    await this.#parts.settled();\n',
      '',
    ],
    [
      'start-without-stops',
      'a start that cannot find disabled owners opens their orders',
      '    await this.retry();\n    this.#job ??=',
      '    await this.retry().catch(() => undefined);\n    this.#job ??=',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-exchange.ts', ORDERS, [
    [
      'closed-at-an-old-mark',
      'a position closes at the mark of the last round',
      'close(request: OneLeverOrder): Answer<LeverOrder> {\n    this.#takeMarkOf(request.orderId);',
      'close(request: OneLeverOrder): Answer<LeverOrder> {',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-exchange.ts', WRITER, [
    [
      'answered-before-the-commit',
      'an order is answered before its commit',
      'if (verdict.ok) return ok(await this.#writer.committed(verdict.value));',
      'if (verdict.ok) return ok((void this.#writer.durable(), verdict.value));',
    ],
    [
      'late-order-placed',
      'an order is placed after its latest time',
      "    if (order.deadline?.hasPassed()) return refuse('command_expired');\n",
      '',
    ],
    [
      'key-for-another-order',
      'a key of another order is answered with that order',
      "    if (terms !== keyTermsOf(order)) return refuse('idempotency_key_reused');\n",
      '',
    ],
    [
      'usable-at-an-old-mark',
      'what may leave an account is by the mark of the last round',
      '\n      if (accountType === ACCOUNT_TYPES.contract && available < 0n) this.#takeMarksOf(ownerId);',
      ' void [ownerId, accountType, available];',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/contract-time.ts', CLOCK, [
    [
      'times-go-back',
      'a clock that is set back gives later movements and marks earlier times',
      'return Math.max(this.#nowMs, clockMs);',
      'return clockMs;',
      'five seconds back',
    ],
    [
      'late-clock-stops-waits',
      'waits last until a late clock has caught up with the last stored time',
      'this.#clockMs = Math.max(this.#clockMs, clockMs);',
      'this.#clockMs = Math.max(this.#nowMs, clockMs);',
      'waits ten seconds',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/position-book.ts', CLOCK, [
    [
      'late-clock-keeps-orders',
      'a market order waits until a late clock has caught up with the time of its placement',
      'Math.min(order.placedAtMs, this.clockMs)',
      'order.placedAtMs',
      'lets market orders wait',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-batch.ts', CLOCK, [
    [
      'late-clock-keeps-notices',
      'notices wait until a late clock has caught up with the last stored time',
      'atMs: clockMs,',
      'atMs: now,',
      'waits ten seconds',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/position-book.ts', OUTAGE, [
    [
      'outage-renews-waits',
      'a market order waits two more seconds after an outage',
      'account.restorePending(order);',
      'account.restorePending(Object.assign(order, { placedAtMs: this.#now }));',
      'never reached the database',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/dealing-writer.ts', OUTAGE_CALLS, [
    [
      'sealed-batch-shown',
      'orders of a sealed batch are shown over HTTP before its commit',
      'seal: () => this.memory.seal(),',
      'seal: () => { const sealed = this.memory.seal(); this.view.apply(sealed.committed); return sealed; },',
      'is shown over HTTP and the socket',
    ],
    [
      'sealed-batch-sent',
      'orders of a sealed batch are sent over sockets before its commit',
      'seal: () => this.memory.seal(),',
      'seal: () => { const sealed = this.memory.seal(); this.#listeners.notify(sealed.committed); return sealed; },',
      'is shown over HTTP and the socket',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-memory.ts', WRITER, [
    [
      'margin-leaves',
      'what covers losses may leave the account',
      'if (!left.ok) {',
      "if (!left.ok && left.error !== 'margin_in_use') {",
    ],
    [
      'more-taken-than-held',
      'an operator takes more than the funds of contracts may give',
      'if (!this.mayFund(pool, insurance)) return false;\n',
      '',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-batch.ts', ORDERS, [
    [
      'used-mark-not-stored',
      'the marks at which something was done are not in the commit',
      '    if (mark !== null) this.#usedMarks.push(mark);\n',
      '    void mark;\n',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/taken-marks.ts', WRITER, [
    [
      'halted-price-counts',
      'the price of a halted market values its positions',
      "const isLive = mark.state === 'live' && rules.status !== 'halted';",
      "const isLive = mark.state === 'live';",
    ],
    [
      'mark-numbers-repeated',
      'a start numbers its marks from the beginning',
      'this.#seq = Math.max(0, ...[...lastMarks.values()].map(({ seq }) => seq));',
      'this.#seq = 0;',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/published-marks.ts', WRITER, [
    [
      'mark-shown-before-the-commit',
      'a mark is shown before the commit of what was done at it',
      'if (committed === null) this.#show(marketId, view, ordinal);',
      'if (committed !== undefined) this.#show(marketId, view, ordinal);',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/mark-rounds.ts', WRITER, [
    [
      'stop-outs-in-one-turn',
      'a mass stop-out holds up all commands',
      '      if (turn.isLong) await turn.end();\n',
      '',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/dealing-writer.ts', ORDERS, [
    [
      'order-of-another-owner-known',
      'the answer tells that an order of another owner exists',
      'return found?.ownerId === ownerId ? found : undefined;',
      'return found;',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-desk.ts', WRITER, [
    [
      'announced-end-forgotten',
      'a market goes on after its announced end',
      "if (status === 'trading' || memory.hasOpen(id)) await this.windDown(id, now);",
      "if (status === 'halted' && memory.hasOpen(id)) await this.windDown(id, now);",
    ],
  ]),
  ...faultsIn(
    'lever',
    'server/areas/wallet/contractable.ts',
    'tests/server/wallet/wallet-credit-caps.test.ts',
    [
      [
        'positions-cover-liens',
        'what is in contracts covers deposits that may be reversed',
        'holdingsOf(parts, userId, false)',
        'holdingsOf(parts, userId, true)',
      ],
    ],
  ),
  ...faultsIn(
    'lever',
    'server/areas/lever/lever-recipes.ts',
    'tests/server/lever/contract-order-writer-paths.test.ts',
    [
      [
        'reserve-not-released',
        'an order that ends before it opens has no movement for its reserve',
        'return MOVEMENTS.releaseReserve(event, cause);',
        'return null;',
        'moves money as it says',
      ],
    ],
  ),
];
