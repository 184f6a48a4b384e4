/** Faults of the index and its log. */
import { faultsIn } from '../area-mutant.ts';

const RULE_TEST = 'tests/unit/micro/index/index-rule.test.ts';
const RUN_TEST = 'tests/unit/micro/index/index-run.test.ts';
const MICRO_TEST = 'tests/unit/micro/index/micro-settlement.test.ts';
const LINES_TEST = 'tests/server/micro/micro-lines.test.ts';
const PARTS_TEST = 'tests/server/micro/micro-parts.test.ts';
const KEPT_TEST = 'tests/server/micro/micro-kept.test.ts';
const WRITER_TEST = 'tests/server/micro/micro-writer.test.ts';
const CHECK_TEST = 'tests/unit/micro/index/index-check.test.ts';
const RECORD_TEST = 'tests/unit/micro/published-record.test.ts';

export const MICRO_INDEX_MUTANTS = [
  ...faultsIn('micro', 'contract/figures/index-record.ts', RULE_TEST, [
    [
      'index-too-old',
      'the index takes prices that are too old',
      'const INDEX_AGE_MS = 2 * SECOND_MS;',
      'const INDEX_AGE_MS = 10 * SECOND_MS;',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/index-rule.ts', RULE_TEST, [
    [
      'index-first-unconfirmed',
      'the first price of a segment need not hold',
      'isFirstConfirmed: true',
      'isFirstConfirmed: false',
    ],
    [
      'index-gap-unconfirmed',
      'a price need not hold after a gap of the server',
      '    this.#price.interrupt();\n',
      '',
    ],
    [
      'index-forex-on-weekends',
      'forex has an index on weekends',
      "    if (!isTrading(this.#hours, atMs)) return this.#stop('closed');\n",
      '',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-run.ts', RUN_TEST, [
    [
      'index-later-minute-first',
      'a minute is stored before an earlier one that takes longer to pack',
      `this.#inTurn(async () =>
      this.#parts.store.sign(await this.#signedOf(sheets)),
    );`,
      `this.#signedOf(sheets).then((signed) =>
      this.#inTurn(() => this.#parts.store.sign(signed)),
    );`,
      'takes long to pack',
    ],
    [
      'index-gap-skipped',
      'the chain leaves out points that the server missed',
      '        this.#write(atMs, () => null);',
      '        void atMs;',
    ],
    [
      'index-shown-before-stored',
      'points are published before they are stored',
      '    this.#pending.push({ atMs, entries });',
      '    this.#pending.push({ atMs, entries });\n    this.#parts.publish(entries);',
    ],
    [
      'index-time-twice',
      'a clock that was set back writes times again',
      '    if (dueMs <= this.#lastMs) return;\n',
      '',
    ],
    [
      'index-crash-unsigned',
      'a start does not sign what an earlier run stored',
      '        this.#sheets.add(entry);\n      }\n      this.#parts.publish',
      '      }\n      this.#parts.publish',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-history.ts', LINES_TEST, [
    [
      'index-changed-lines-settle',
      'a start settles orders by lines that were changed after their minute was signed',
      'if (head !== minute.head) throw',
      'if (false) throw',
      'settle no order',
    ],
    [
      'index-missing-lines-void',
      'a start settles orders without the points of a minute whose lines are gone',
      "      if (body === null) throw new IndexLinesError(minute, 'missing');\n",
      '      if (body === null) return;\n',
      'settle no order',
    ],
    [
      'index-unsigned-minute-settles',
      'a start settles orders by a minute that the exchange has not signed',
      "if (!isSigned(signedText(minute), signature.toString('base64url')))",
      'if (!isSigned)',
      'has not signed',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-parts.ts', PARTS_TEST, [
    [
      'index-false-part-settles',
      'a start goes on from a part whose signature is false',
      "    if (!isTrue) throw falsePart(part.atMs, 'is not signed');\n",
      '    void isTrue;\n',
      'settles no order until it is put back',
    ],
    [
      'index-part-without-heads',
      'the signature of a part leaves out the heads of its lines',
      'entry.segment, entry.headBefore, entry.head]',
      'entry.segment]',
      'settles no order until it is put back',
    ],
    [
      'index-part-without-time',
      'the signature of a part leaves out its time',
      '    atMs,\n    ...entries',
      '    ...entries',
      'settles no order until it is put back',
    ],
    [
      'index-older-part-unproven',
      'a start takes other lines for those of a version that did not sign them',
      'older.get(part.atMs) === sha256',
      'older.has(part.atMs) || sha256',
      'settle none after the upgrade',
    ],
    [
      'index-older-part-left-out',
      'a start goes on without a part of a version that did not sign them',
      "    if (atMs > signedMs && !times.has(atMs)) throw falsePart(atMs, 'is missing');\n",
      '    void atMs;\n',
      'settle none after the upgrade',
    ],
    [
      'index-false-end-followed',
      'the log goes on from a minute that the exchange has not signed',
      "if (!isSigned(signedText(end), end.signature.toString('base64url')))",
      'if (!isSigned)',
      'no point follows a minute',
    ],
    [
      'index-other-head-named',
      'a start takes points in place of those that orders name',
      '!logged.has(keyOf(instrument, atMs, head))',
      '!points.some((point) => point.atMs === atMs)',
      'parts of an earlier run',
    ],
  ]),
  ...faultsIn('micro', 'server/kit/db/migrations/0067_signed_parts.sql', PARTS_TEST, [
    [
      'index-other-lines-removed',
      'a false minute of one instrument lets lines of others leave the log',
      'CROSS JOIN unnest(string_to_array(lines, chr(10))) line',
      'CROSS JOIN split_part(lines, chr(10), 1) line',
      'one of their instruments has no minute',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-rules.repo.ts', LINES_TEST, [
    [
      'index-missing-lines-unnoticed',
      'a minute without its lines goes unnoticed',
      '    indexLinesMissing,\n',
      '',
      'without its lines',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-restore.repo.ts', LINES_TEST, [
    [
      'index-other-lines-restored',
      'lines that the exchange has not signed are put back',
      "if (head !== signed.head) return 'other';",
      "if (head === '') return 'other';",
      'settle no order',
    ],
  ]),
  ...faultsIn('micro', 'server/kit/db/migrations/0066_lines_kept.sql', KEPT_TEST, [
    [
      'index-signed-lines-changed',
      'the database takes a change of the lines of a signed minute',
      'BEFORE UPDATE OR TRUNCATE ON "index_bodies"',
      'BEFORE TRUNCATE ON "index_bodies"',
    ],
    [
      'index-signed-lines-removed',
      'the database takes the removal of the lines of the last day',
      '    WHERE minute_ms >= (',
      '    WHERE false AND minute_ms >= (',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-log.ts', PARTS_TEST, [
    [
      'index-lost-points-unnoticed',
      'a start goes on without the last points, which orders name',
      '      refuseLostPoints(proven, named);\n',
      '',
      'opened at one of them',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/micro-points.repo.ts', PARTS_TEST, [
    [
      'index-receipt-point-unnoticed',
      'a start goes on without the point that a receipt names',
      'where settled_at_ms is null and',
      'where false and',
      'whose receipt names one of them',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-log.ts', WRITER_TEST, [
    [
      'index-taken-over-in-silence',
      'a server goes on after its index log was taken over',
      '    this.#parts.onTakenOver();\n',
      '',
      'index log was taken over',
    ],
    [
      'index-late-clock-in-silence',
      'a log that waits for its time says nothing',
      '    this.#noteWait(run.lastMs - now);\n',
      '',
      'refuses orders',
    ],
    [
      'index-read-point-not-known',
      'an order opens at a point that was read before it',
      '    this.#lastReadMs = Math.max(this.#lastReadMs, run.lastMs);\n    this.#noteWait',
      '    this.#noteWait',
      'read before it',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/index-check.ts', CHECK_TEST, [
    [
      'index-unsigned-accepted',
      'a minute that nobody signed has no fault',
      '!crypto.isSigned(signedText(minute), minute.signature)',
      'false',
    ],
    [
      'index-point-left-out',
      'a point that is left out has no fault',
      "      if (record.atMs !== dueMs) note('grid', record.atMs);\n",
      '',
    ],
    [
      'index-minutes-unchained',
      'minutes need not follow each other',
      'minute.headBefore !== before.head || ',
      '',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/micro-settlement.ts', MICRO_TEST, [
    [
      'index-opened-before-order',
      'a fast contract opens at the point of its acceptance',
      'atMs <= acceptedAtMs ||',
      'atMs < acceptedAtMs ||',
    ],
    [
      'index-opened-in-a-jump',
      'a fast contract opens while its sources are apart',
      'if (ticks !== null && doAgreeClosely(record))',
      'if (ticks !== null)',
    ],
    [
      'index-window-too-long',
      'the window has the moment three seconds before the expiry',
      'atMs > expiresAtMs - SETTLEMENT_WINDOW_MS',
      'atMs >= expiresAtMs - SETTLEMENT_WINDOW_MS',
    ],
    [
      'index-settled-early',
      'a window is decided before the log has reached the expiry',
      '  if ((records.at(-1)?.atMs ?? 0) < expiresAtMs) return null;\n',
      '',
    ],
    ['index-draw-lost', 'a draw is lost', "  if (distance === 0n) return 'drawn';\n", ''],
    [
      'index-void-lost',
      'a window without a point is lost',
      "  if (count === 0) return 'voided';\n",
      '',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/micro-amount.ts', MICRO_TEST, [
    [
      'index-loss-rounded-down',
      'the loss of a fast contract is rounded down',
      "BigInt(rates.lossPpm), WHOLE, 'ceil'",
      "BigInt(rates.lossPpm), WHOLE, 'floor'",
    ],
    [
      'index-profit-rounded-up',
      'the profit of a fast contract is rounded up',
      "BigInt(profitPpm), WHOLE, 'floor'",
      "BigInt(profitPpm), WHOLE, 'ceil'",
    ],
    [
      'index-void-paid-as-loss',
      'a void takes the stake',
      "    case 'lost':\n",
      "    case 'voided':\n    case 'lost':\n",
      'a draw and a void return the stake',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/confirmed-price.ts', RECORD_TEST, [
    [
      'index-confirmed-late',
      'a price that must hold first is the index one point too late',
      'now - this.#run.sinceMs >= CONFIRM_MS',
      'now - this.#run.sinceMs > CONFIRM_MS',
      'of a drawn market',
    ],
    [
      'index-run-over-gap',
      'a price that must hold first goes on over a gap',
      '    this.#status = status;\n    this.#run = null;\n',
      '    this.#status = status;\n',
      'of a drawn market',
    ],
  ]),
  ...faultsIn('micro', 'contract/figures/price-agreement.ts', RECORD_TEST, [
    [
      'index-rejected-in-the-median',
      'a source that is far off still moves the index',
      'ticks: kept.length === freshCount ? middle : medianOf(ticks)',
      'ticks: middle',
      'of a drawn market',
    ],
  ]),
  ...faultsIn('micro', 'server/areas/micro/index/index-sheets.ts', RECORD_TEST, [
    [
      'index-head-before-the-last-line',
      'a minute is signed with the head before its last line instead of its first',
      'headBefore: sheet?.headBefore ?? headBefore,',
      'headBefore,',
      'of a drawn market',
    ],
  ]),
];
