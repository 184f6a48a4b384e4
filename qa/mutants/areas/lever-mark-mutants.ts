/** Faults of contract trading at marks that are old, missing, or not agreed on. */
import { faultsIn } from '../area-mutant.ts';

const ABSENT = 'tests/unit/engine/lever-absent.test.ts';
const AGREEMENT = 'tests/unit/engine/lever-agreement.test.ts';
const TARGETS = 'tests/unit/engine/lever-targets.test.ts';
const MARKS = 'tests/unit/engine/lever-marks.test.ts';
const IN_TURN = 'tests/server/operator/operator-contracts-in-turn.test.ts';
const CONDITION = 'tests/unit/lever/market-condition.test.ts';
const OLDER_TERMS = 'tests/unit/engine/lever-older-terms.test.ts';
const PUBLISHED = 'tests/unit/lever/published-marks.test.ts';
const ROUNDS = 'tests/unit/engine/lever-rounds.test.ts';
const TICKET = 'tests/unit/lever/lever-ticket.test.ts';
const TURNS = 'tests/unit/engine/lever-turns.test.ts';
const WRITER = 'tests/server/lever/lever-writer.test.ts';
const EXCHANGE = 'tests/server/lever/lever-exchange.test.ts';

export const LEVER_MARK_MUTANTS = [
  ...faultsIn('lever', 'server/engine/lever/lever-account.ts', ABSENT, [
    [
      'profit-without-price-counts',
      'a profit counts for openings although its market has no live mark',
      'countedResultOf(resultOf(exposure), exposure.market.live !== null)',
      'countedResultOf(resultOf(exposure), true)',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/risk-watch.ts', ABSENT, [
    [
      'night-without-a-price',
      'an account without any price is stopped out, which cancels its pending orders',
      'if (!account.hasLiveMark) return;',
      '',
      'a night that falls',
    ],
    [
      'absent-markets-unnamed',
      'a stop-out does not name the markets that had no price',
      'markets.filter(({ live }) => live === null);',
      'markets.filter(({ live }) => live !== null);',
      'stops out the live part',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/dealing-core.ts', WRITER, [
    [
      'last-price-of-hedges-lost',
      'the last price of a market with as many shorts as longs is not stored when it freezes',
      'return longLots + shortLots > 0;',
      'return longLots > shortLots;',
      'keeps its last price',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-market.ts', ABSENT, [
    [
      'closed-market-suspends-stop-outs',
      'an account waits for a market that is closed',
      "isOverdue || this.#mark.state === 'closed'",
      'isOverdue',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-market.ts', AGREEMENT, [
    [
      'waiting-close-without-stop-loss',
      'a close that its owner asked for takes the stop-loss away while sources disagree',
      "return kind === 'stop_loss' && closeReason === 'owner' ? stopLossTicks : null;",
      'return null;',
      'is the stop-loss at',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-market.ts', OLDER_TERMS, [
    [
      'raised-costs-loosen-agreement',
      'raised costs of a market let older orders act while the sources are further apart than they pay',
      'return mark !== null && isAgreedFor(costs, mark);',
      'return mark?.isAgreed === true;',
      'a close waits',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-desk.ts', IN_TURN, [
    [
      'change-not-judged-in-turn',
      'a change of a market that was allowed when it was asked for is made although an earlier change forbids it',
      'const refusal = refusalOf?.(before, this.#clock.now()) ?? null;',
      'const refusal = refusalOf === undefined ? null : null;',
      'does not open after its end',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/operator/lever-fund-desk.ts', IN_TURN, [
    [
      'refused-funding-shown-as-booked',
      'an approved funding that the dealing writer refuses seems to be booked',
      "updateFunding(database, id, { state: 'refused' })",
      "updateFunding(database, id, { state: 'booked' })",
      'an approved funding',
    ],
  ]),
  ...faultsIn('lever', 'machines/app/lever/order-waits.ts', CONDITION, [
    [
      'wait-for-costs-unexplained',
      'a close that waits for its own lower costs seems to wait for the next mark',
      "isAgreedFor({ spreadPpm, feePpm }, mark) ? null : 'costs'",
      'isAgreedFor({ spreadPpm, feePpm }, mark) ? null : null',
      'the reason why a close waits',
    ],
    [
      'profit-waits-for-costs-unexplained',
      'a take-profit that waits for the lower costs of its position seems not to be reached',
      "doubt === 'apart' || doubt === 'costs' ? doubt : null",
      "doubt === 'apart' ? doubt : null",
      'the take-profit of',
    ],
    [
      'entry-waits-below-the-limit-of-a-short',
      'a limit order seems to wait for its sources before the mark has reached its limit',
      "isAtOrBeyond(order.direction === 'short', {",
      "isAtOrBeyond(order.direction === 'long', {",
      'the opening of',
    ],
  ]),
  ...faultsIn('lever', 'machines/app/lever/closing.rules.ts', TICKET, [
    [
      'waits-for-costs-uncounted',
      'the sheet that closes positions leaves out those that wait for their own lower costs',
      'positions.filter(({ closeDoubt }) => closeDoubt !== null)',
      'positions.filter(({ doubt }) => doubt !== null)',
      'older order as waiting',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/published-marks.ts', PUBLISHED, [
    [
      'distance-of-sources-kept-back',
      'the distance of the sources changes and is not published until the price changes, too',
      '    a.apartPpm === b.apartPpm &&\n',
      '',
      'only the distance of the sources',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-desk.ts', 'tests/unit/lever/lever-desk.test.ts', [
    [
      'withdrawn-end-comes',
      'the end of a market comes although an operator has withdrawn it while it waited for a mark',
      "if (endsAtMs !== null && endsAtMs <= now && status !== 'trading')",
      'if (endsAtMs !== undefined && status.length > 0)',
      'while it waits for the steps of a mark',
    ],
  ]),
  ...faultsIn('lever', 'server/areas/lever/lever-exchange.ts', EXCHANGE, [
    [
      'close-taken-back-at-last-mark',
      'a close that waits is taken back by the last mark, which the price has left',
      'withdrawClose(request: OneLeverOrder): Answer<LeverOrder> {\n    this.#takeMarkOf(request.orderId);',
      'withdrawClose(request: OneLeverOrder): Answer<LeverOrder> {',
      'by the price of now',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/agreed-triggers.ts', AGREEMENT, [
    [
      'profit-without-agreement',
      'a take-profit fires at a mark on which sources do not agree',
      'if (!isAgreedWithin(withinPpm, mark)) continue;\n',
      '',
    ],
  ]),
  ...faultsIn('lever', 'contract/figures/lever-order.ts', MARKS, [
    [
      'agreement-within-all-costs',
      'sources agree within spread and fee, so that a faster one pays twice for costs that are paid once',
      'Math.floor((spreadPpm + feePpm) / 2)',
      'spreadPpm + feePpm',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/agreed-triggers.ts', OLDER_TERMS, [
    [
      'profit-within-later-costs',
      'a take-profit fires while the sources are further apart than its own costs allow',
      'if (!isAgreedWithin(withinPpm, mark)) continue;',
      'if (!mark.isAgreed) continue;',
      'a take-profit waits for this',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/mark-round.ts', OLDER_TERMS, [
    [
      'order-without-agreement',
      'an order that waits opens while the sources are further apart than its own costs allow',
      ' || !market.isAgreedFor(order)) {\n      const limit',
      ') {\n      const limit',
      'a market order that waits',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/mark-round.ts', ROUNDS, [
    [
      'order-of-a-long-round',
      'an order in a long round of its own market opens at the old mark',
      'if (!market.mayOpen || !isFresh(book, market) || !market.isAgreedFor(order)) {',
      'if (!market.mayOpen) {',
    ],
    [
      'target-at-an-old-mark',
      'a target fires at a mark of any age in a long round',
      'if (!market.isFresh(book.clockMs)) {',
      'if (market.live === null) {',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/winding-down.ts', ROUNDS, [
    [
      'end-at-an-old-mark',
      'a position of a market that ends closes at a mark of any age',
      'market.isAgreed() && market.isFresh(book.clockMs)',
      'market.isAgreed()',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/winding-down.ts', TURNS, [
    [
      'end-in-one-step',
      'the end of a market reads all orders in one step',
      '    if (read % READ_OF_STEP === 0) yield;\n',
      '',
      'the end of a market',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-account.ts', TURNS, [
    [
      'ended-owner-kept',
      'a market keeps each owner whose last position in it has ended',
      '      market.holders.delete(this.ownerId);\n',
      '',
      'without a price',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/dealing-core.ts', AGREEMENT, [
    [
      'round-at-old-marks',
      'commands between the steps of a round use marks of before it',
      'this.isBusy ? this.#book.clockMs - MARK_AGE_MS_MAX : Number.NEGATIVE_INFINITY',
      'Number.NEGATIVE_INFINITY',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/admission.ts', TARGETS, [
    [
      'targets-that-stay-judged',
      'an owner cannot clear one target while the other is kept in a market without a price',
      'takeProfitTicks === order.takeProfitTicks ? null : takeProfitTicks',
      'takeProfitTicks',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/admission.ts', AGREEMENT, [
    [
      'stop-loss-follows-the-slower-source',
      'a stop-loss comes nearer to a mark on which sources do not agree',
      "return market.isAgreedFor(order, freshSinceMs) ? null : 'mark_unavailable';",
      'return null;',
    ],
    [
      'stopped-close-taken-back',
      'a close is taken back at a mark that has passed the stop-loss without agreement',
      'return !isBeyond(direction, market.live.ticks, stopLossTicks);',
      'return false;',
    ],
    [
      'opens-beside-a-missing-mark',
      'a limit order opens although its account waits for another mark',
      "if (!account.canBeJudged) return reject('mark_unavailable');\n  const ticks",
      'const ticks',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-account.ts', AGREEMENT, [
    [
      'money-out-at-an-uncertain-mark',
      'money leaves an account as if the marks of its positions were certain',
      'this.#setAside((market) => market.doubt(sinceMs))',
      'this.#setAside((market) => (sinceMs > 0 ? market.doubt() : null))',
    ],
  ]),
  ...faultsIn(
    'lever',
    'server/engine/lever/market-mark.ts',
    'tests/unit/engine/lever-marks.test.ts',
    [
      [
        'agreement-of-old-sources',
        'sources that have said nothing for a while agree',
        'fresh.length >= FRESH_MIN && ',
        '',
      ],
    ],
  ),
];
