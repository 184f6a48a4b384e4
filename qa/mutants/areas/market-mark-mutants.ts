/** Faults of the mark price. */
import { faultsIn } from '../area-mutant.ts';

export const MARK_MUTANTS = [
  ...faultsIn(
    'market',
    'contract/figures/price-agreement.ts',
    'tests/unit/engine/mark-rule.test.ts',
    [
      ['outliers-kept', 'outliers are kept', 'const KEPT_WITHIN = 20;', 'const KEPT_WITHIN = 1;'],
      [
        'far-sources-agree',
        'two sources that are 5 % apart agree',
        'const AGREED_WITHIN = 200;',
        'const AGREED_WITHIN = 20;',
      ],
      [
        'one-source-enough',
        'one source is enough',
        'const SOURCES_MIN = 2;',
        'const SOURCES_MIN = 1;',
      ],
      ['stale-sources-kept', 'stale sources are kept', ' && now - atMs <= ageMsMax', ''],
      [
        'source-ahead-of-clock',
        'a source may be ahead of the clock',
        ' && atMs - now <= AHEAD_MS_MAX',
        '',
      ],
      [
        'half-tick-up',
        'half a tick goes up',
        '  return isHalf && below % 2 === 1 ? below + 1 : below;',
        '  return isHalf ? below + 1 : below;',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'contract/figures/confirmed-price.ts',
    'tests/unit/engine/mark-track.test.ts',
    [
      [
        'jump-after-two',
        'a jump is taken after two evaluations',
        'const CONFIRMATIONS = 3;',
        'const CONFIRMATIONS = 2;',
      ],
      [
        'jump-too-soon',
        'a jump is taken too soon',
        'const CONFIRM_MS = 500;',
        'const CONFIRM_MS = 400;',
      ],
      [
        'gap-unconfirmed',
        'a gap needs no confirmation',
        "return this.#status === 'live' && JUMP",
        'return JUMP',
      ],
      [
        'jump-at-once',
        'a jump is taken at once',
        'JUMP * Math.abs(ticks - last) <= last;',
        'ticks > 0;',
      ],
      [
        'confirmation-disagrees',
        'the evaluations of a confirmation need not agree',
        '      run !== null && areClose(low, high)\n',
        '      run !== null\n',
      ],
      [
        'confirmation-over-disagreement',
        'a confirmation goes on over a disagreement',
        '    this.#status = status;\n    this.#run = null;',
        '    this.#status = status;',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/engine/marks/mark-track.ts',
    'tests/unit/engine/mark-track.test.ts',
    [
      [
        'no-breaker',
        'a jump of the mark does not start the breaker',
        '    if (isBroken) this.#closeOnlyUntilMs = now + CLOSE_ONLY_MS;\n',
        '',
      ],
      [
        'mean-follows-jump',
        'the mean of a start follows a jump',
        'Math.max(this.#samples.length, MEAN_SPAN_MS / SAMPLE_MS)',
        'this.#samples.length',
      ],
      [
        'mean-weighs-evaluations',
        'the mean weighs evaluations instead of time',
        '    if (newest !== undefined && now - newest.atMs < SAMPLE_MS) return;\n',
        '',
      ],
      [
        'breaker-blind-to-rises',
        'the breaker does not compare with the lowest mark of the last minute',
        '!isFar(ticks, this.#lowest) && ',
        '',
      ],
      [
        'breaker-blind-to-falls',
        'the breaker does not compare with the highest mark of the last minute',
        ' && !isFar(ticks, this.#highest)',
        '',
      ],
      [
        'breaker-of-old-bounds',
        'the breaker forgets marks that a clock set back brings into its window',
        '    // Older marks have come into the window.\n    this.#bound(now);\n',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/engine/marks/mark-rule.ts',
    'tests/unit/market/market-marks.test.ts',
    [
      [
        'book-decides-disagreement',
        'the own book decides between sources that disagree',
        'return alone.freshCount >= SOURCES_MIN ? alone : agreeOn(',
        'return agreeOn(',
      ],
      [
        'far-book-votes',
        'the own book has a vote far from outside sources that agree',
        'if (!isNear || ',
        'if (',
      ],
      ['stale-book-votes', 'a stale own book has a vote', ' || !isFresh(own, now, ageMsMax)', ''],
      [
        'book-rejects-source',
        'the own book rejects an outside source',
        '  const kept = [...alone.kept, own];\n',
        '  const { kept } = agreeOn([...outside, own], now, ageMsMax);\n',
      ],
    ],
  ),
  ...faultsIn(
    'market',
    'server/areas/market/sources/marks.ts',
    'tests/unit/market/market-marks.test.ts',
    [
      [
        'own-book-votes-on-contracts',
        'the own order book has a vote on the mark of contracts',
        'outside.take(isOpen ? alone : null, now);',
        'outside.take(isOpen ? forMark : null, now);',
      ],
      [
        'own-book-in-the-index',
        'the own order book is a source of the index of fast contracts',
        'return this.#pricesOf(this.#of(name).pair);',
        'return [this.#ownBook(name), ...this.#pricesOf(this.#of(name).pair)].filter((one) => one !== null);',
        'none on that of contracts',
      ],
      [
        'first-mark-unconfirmed',
        'the first mark of contracts after a start is not compared with the one before',
        'this.#of(name).outside.resume(ticks);',
        'this.#of(name).outside.liveTicks(ticks);',
      ],
    ],
  ),
];
