/** Faults of contract trading: its formulas, its core, and the movements of its events. */
import { faultsIn } from '../area-mutant.ts';

const VECTORS = 'tests/unit/engine/lever-vectors.test.ts';
const CORE = 'tests/unit/engine/lever-core.test.ts';
const POOL_GUARD = 'tests/unit/engine/lever-pool-guard.test.ts';
const LAPSES = 'tests/unit/engine/lever-lapses.test.ts';
const RESERVES = 'tests/unit/engine/lever-reserves.test.ts';
const SET_ASIDE = 'tests/unit/engine/lever-set-aside.test.ts';
const FIGURES = 'tests/unit/lever/lever-figures.test.ts';

export const LEVER_MUTANTS = [
  ...faultsIn('lever', 'contract/figures/lever-order.ts', FIGURES, [
    [
      'spread-for-the-owner',
      'the spread of a long is subtracted',
      "mulDiv(mark, PPM_UNITS + spread, PPM_UNITS, 'ceil')",
      "mulDiv(mark, PPM_UNITS - spread, PPM_UNITS, 'ceil')",
    ],
    [
      'entry-rounded-for-the-owner',
      'the entry price of a long is rounded down',
      "mulDiv(mark, PPM_UNITS + spread, PPM_UNITS, 'ceil')",
      "mulDiv(mark, PPM_UNITS + spread, PPM_UNITS, 'floor')",
    ],
    [
      'margin-rounded-down',
      'the margin is rounded down',
      "divide(notional, BigInt(multiple), 'ceil')",
      "divide(notional, BigInt(multiple), 'floor')",
    ],
    [
      'shorts-win-like-longs',
      'a short wins when the mark rises',
      "direction === 'long' ? 1 : -1",
      "direction === 'long' ? 1 : 1",
    ],
    [
      'limit-mark-one-tick-off',
      'the mark of a limit is rounded to the other side',
      "mulDiv(limit, PPM_UNITS, PPM_UNITS + spread, 'floor')",
      "mulDiv(limit, PPM_UNITS, PPM_UNITS + spread, 'ceil')",
    ],
    [
      'short-reserve-without-gap',
      'the reserve of a short does not cover a gap',
      'const GAP_PERCENT = 101n;',
      'const GAP_PERCENT = 100n;',
    ],
  ]),
  ...faultsIn('lever', 'contract/figures/lever-account.ts', FIGURES, [
    [
      'equity-without-profit',
      'open profits and losses do not count in the equity',
      'funds.debt + funds.unrealized - funds.nights',
      'funds.debt - funds.nights',
    ],
    [
      'out-below-half-only',
      'an account at exactly half of its margin stays open',
      'equity * WHOLE_PERCENT <= margin',
      'equity * WHOLE_PERCENT < margin',
    ],
    [
      'usable-ignores-losses',
      'open losses do not reduce the usable margin',
      'result < 0n ? available + result : available',
      'available',
    ],
    [
      'nothing-set-aside',
      'openings and transfers take what stays for markets whose price is uncertain',
      ' - setAside;',
      ' - setAside * 0n;',
    ],
  ]),
  ...faultsIn('lever', 'contract/figures/lever-set-aside.ts', SET_ASIDE, [
    [
      'gap-for-a-frozen-market',
      'of a market without a price only a gap stays in the account',
      "const isKnown = doubt === 'closed' || doubt === 'apart';",
      "const isKnown = doubt !== 'halted';",
    ],
    [
      'gap-of-coins-for-all',
      'a pair of currencies has the gap of a coin',
      'forex: 3n',
      'forex: 10n',
    ],
  ]),
  ...faultsIn('lever', 'contract/figures/lever-nights.ts', FIGURES, [
    [
      'triple-night-on-tuesday',
      'the triple night is that of Tuesday',
      '[1, 1, 0, 0, 1, 1, 3]',
      '[1, 1, 0, 0, 1, 3, 1]',
    ],
    [
      'night-at-the-opening',
      'a midnight at the very opening counts',
      'const first = utcDayOf(openedAtMs);',
      'const first = utcDayOf(openedAtMs - 1);',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/position-book.ts', VECTORS, [
    [
      'stop-loss-at-its-price',
      'a stop-loss closes at its own price, not at the mark',
      'const { profit, nights } = result;',
      "const { nights } = result; const profit = profitAt(position, (reason === 'stop_loss' ? position.stopLossTicks : null) ?? mark.ticks);",
    ],
    [
      'take-profit-gap-kept',
      'the exchange keeps what the mark is beyond a take-profit',
      'const { profit, nights } = result;',
      "const { nights } = result; const profit = profitAt(position, (reason === 'take_profit' ? position.takeProfitTicks : null) ?? mark.ticks);",
    ],
    [
      'fee-also-at-the-close',
      'the opening fee is taken at the close too',
      'account.receive(payoutOf({ margin, profit, nights }));',
      'account.receive(payoutOf({ margin, profit, nights }) - position.opening.fee);',
    ],
    [
      'insurance-pays-too-early',
      'the insurance fund pays a debt that other positions cover',
      'account.debt > 0n && account.positions.size === 0',
      'account.debt > 0n',
    ],
    [
      'limit-opens-by-the-mark',
      'a limit order opens when the mark reaches its limit, at a worse price',
      'const markTicks = limitMarkOf(direction, limitTicks, spreadPpm);',
      'const markTicks = limitTicks;',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/closing-amounts.ts', VECTORS, [
    [
      'debt-not-repaid',
      'an arrival does not repay the debt first',
      'payout > 0n ? smaller(debt, payout) : 0n',
      '0n * smaller(debt, payout)',
    ],
    [
      'pool-waives-first',
      'the pool waives a debt before the insurance fund is empty',
      'smaller(debt, insurance > 0n ? insurance : 0n)',
      'smaller(0n, insurance)',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/safe-box.ts', VECTORS, [
    [
      'box-rounded-up',
      'the prices of a safe box are rounded away from the mark',
      "divide(divide(room * value, total, 'floor'), perTick, 'floor')",
      "divide(divide(room * value, total, 'floor'), perTick, 'ceil')",
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/risk-watch.ts', VECTORS, [
    [
      'one-position-stopped-out',
      'a stop-out closes one position',
      'of byLeastDebt(book, closable))',
      'of byLeastDebt(book, closable).slice(0, 1))',
    ],
    [
      'losers-closed-first',
      'the positions with the largest losses are closed first',
      ': payout.payout > other.payout;',
      ': payout.payout < other.payout;',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/mark-round.ts', VECTORS, [
    [
      'box-of-yesterday',
      'accounts are not judged again at midnight',
      'if (isNewDay)',
      'if (isNewDay && book.now === 0)',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/dealing-core.ts', VECTORS, [
    [
      'losses-transferred-out',
      'a transfer may take what is available, whatever is lost',
      'if (amount > account.transferableAt(this.#book.now, this.#freshSinceMs))',
      'if (amount > account.available)',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/risk-watch.ts', CORE, [
    [
      'stop-out-at-a-frozen-mark',
      'an account is stopped out although a mark is frozen',
      'const missing = account.missingMark();',
      'const missing = account.positions.size > 1_000 ? account.missingMark() : undefined;',
    ],
    [
      'warned-without-end',
      'an owner is warned at each crossing of 100 %',
      "before === 'calm' ? warning : warning + rearm",
      'warning',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/house-risk.ts', CORE, [
    [
      'gap-of-both-sides-ignored',
      'opposite positions of two users count nothing',
      '|| this.#refusesGap(opening)',
      '',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/order-commands.ts', CORE, [
    [
      'amendment-without-revision',
      'an amendment does not name what its sender saw',
      "if (order.revision !== amended.revision) return reject('contract_order_changed');",
      '',
    ],
    [
      'foreign-orders-found',
      'an order of another owner is found',
      'return order?.ownerId === ownerId ? order : undefined;',
      'return ownerId > 0 ? order : undefined;',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/dealing-core.ts', CORE, [
    [
      'box-kept-after-a-withdrawal',
      'the safe box is not armed again after money has left',
      "this.#book.record({ type: 'money.left', ownerId, amount });\n    judge(this.#book, account, true);",
      "this.#book.record({ type: 'money.left', ownerId, amount });",
    ],
  ]),
  ...faultsIn('lever', 'contract/money/fee.ts', CORE, [
    ['fee-rounded-down', 'the opening fee is rounded down', "'ceil'", "'floor'", 'a fee is shared'],
  ]),
  ...faultsIn('lever', 'server/engine/lever/lever-account.ts', RESERVES, [
    [
      'reserves-count-as-margin',
      'the ratio counts what pending orders hold back as margin',
      'margin: funds.margin };',
      'margin: funds.frozen };',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/admission.ts', RESERVES, [
    [
      'limit-without-admission',
      'a limit order opens without being admitted again',
      'const refusal = refusalToOpen(view, order, cost);',
      'const refusal = null as ReturnType<typeof refusalToOpen>;',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/admission.ts', CORE, [
    [
      'take-profit-on-the-wrong-side',
      'a take-profit may be on the wrong side',
      "if (profit !== null && !isBeyond(direction, profit, openTicks)) return 'take_profit_wrong_side';",
      '',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/mark-round.ts', CORE, [
    [
      'closed-between-steps-twice',
      'a target fires although its position was closed since the step before',
      'if (!target.isArmed() || !isPosition(order)) continue;',
      'if (!isPosition(order)) continue;',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/house-risk.ts', CORE, [
    [
      'fee-share-rounded-up',
      'the part of the insurance fund is rounded up',
      "INSURANCE_PERCENT, WHOLE_PERCENT, 'floor'",
      "INSURANCE_PERCENT, WHOLE_PERCENT, 'ceil'",
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/deleveraging.ts', POOL_GUARD, [
    [
      'largest-profit-of-any-size',
      'the guard of the pool closes a profit whose end makes the net exposure larger',
      'return net > 0 && lots < 2 * net;',
      'return net > 0;',
      'lowers the net exposure',
    ],
    [
      'lost-profit-deleveraged',
      'the guard of the pool closes a position whose profit a newer mark has taken',
      'if (freshProfitOf(book, position) <= 0n) continue;',
      'if (!book.market(position.marketId).isFresh(book.clockMs)) continue;',
      'it finds a profit that its market has',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/house-risk.ts', POOL_GUARD, [
    [
      'step-without-openings-unnamed',
      'operators read that openings are possible while the pool takes none',
      "if (this.#takesNone) return 'close';",
      '',
      'at the step',
    ],
  ]),
  ...faultsIn('lever', 'server/engine/lever/admission.ts', LAPSES, [
    [
      'short-at-nothing',
      'a waiting short opens at a price of nothing',
      "if (ticks < 1) return reject('mark_unavailable');",
      '',
      'price would be nothing',
    ],
  ]),
  ...faultsIn(
    'lever',
    'server/areas/lever/lever-recipes.ts',
    'tests/unit/lever/ledger-recipes-lever.test.ts',
    [
      [
        'repayment-forgotten',
        'a cancellation returns the reserve although a debt is open',
        'account(released - repaid, -released)',
        'account(released, -released)',
      ],
    ],
  ),
];
