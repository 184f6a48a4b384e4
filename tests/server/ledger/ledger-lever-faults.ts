/** Faults of the ledger of `contract-ledger.ts`, in the form of `ledger-planted-faults.ts`. */
import { CAL } from '../../support/lever/contract-ledger.ts';
import { ANN, BOB, USDT } from '../../support/ledger/small-ledger.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import { MARK_FAULTS } from './ledger-mark-faults.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';
import { amountOf, booked } from './forged-bookings.ts';
import { rewritten, STOP_OUT_FAULTS } from './ledger-stop-out-faults.ts';

const account = (ownerId: number, type: number): string =>
  `owner_id = ${ownerId} and account_type = ${type} and currency_id = ${USDT}`;

const LIMITS: readonly PlantedFault[] = [
  {
    what: 'a frozen amount in a contract account that no order holds',
    statements: `
      update ledger_accounts set available = available - 1, frozen = frozen + 1 where ${account(ANN, 2)}`,
    named: ['balance_not_sum_of_entries', 'contract_frozen_not_held'],
    row: /^contract_frozen_not_held: owner_id 11, currency_id 1, frozen \d+, held \d+$/,
  },
  {
    what: 'a margin that is less than its position holds',
    statements: `update lever_orders set margin = margin - 1 where id = 7`,
    named: ['contract_frozen_not_held', 'lever_arithmetic', 'lever_booked_otherwise'],
    namedAtOnce: ['contract_frozen_not_held', 'lever_arithmetic'],
    row: /^lever_arithmetic: order_id 7, state closing, name margin, stored \d+, computed \d+$/,
  },
  {
    what: 'a debt of an account with an available amount',
    statements: `
      insert into ledger_accounts values (${ANN}, 105, ${USDT}, -1, 0);
      update ledger_accounts set available = available + 1 where ${account(ANN, 2)}`,
    named: ['balance_not_sum_of_entries', 'contract_debt_alone'],
    row: /^contract_debt_alone: owner_id 11, currency_id 1, available -1, frozen 0, available_of_account \d+$/,
  },
  {
    what: 'a debt that no position covers',
    statements: `
      insert into ledger_accounts values (${BOB}, 105, ${USDT}, -1, 0);
      update ledger_accounts set available = available + 1 where ${account(0, 110)}`,
    named: ['balance_not_sum_of_entries', 'contract_debt_alone'],
    row: /^contract_debt_alone: owner_id 12, currency_id 1, available -1, frozen 0/,
  },
];

const BOOKED: readonly PlantedFault[] = [
  {
    what: 'a reserve of which a part was given back',
    statements: booked('lever.order_ended', '8', ANN, [[ANN, 2, 5, -5]]),
    named: ['contract_frozen_not_held', 'lever_booked_otherwise'],
    row: /^lever_booked_otherwise: journal 3, number \d+, owner_id 11, account_type 2, currency_id 1, available \d+, available_delta 5, frozen -\d+, frozen_delta -5$/,
  },
  {
    what: 'a close that paid a unit of profit too much',
    statements: booked('lever.closed', '7', ANN, [
      [ANN, 2, 1],
      [0, 110, -1],
    ]),
    named: ['entry_not_of_recipe', 'lever_booked_otherwise'],
    row: /^lever_booked_otherwise: journal 3, number \d+, owner_id 0, account_type 110, currency_id 1, available_delta -1, frozen 0, frozen_delta 0$/,
  },
  {
    what: 'an entry that is missing, while another movement has an empty one',
    statements: [
      booked('lever.order_ended', '8', ANN, [
        [ANN, 2, amountOf(8, 'reserve'), amountOf(8, '-reserve')],
        [ANN, 105, 0],
      ]),
      booked('lever.opened', '7', ANN, [
        [ANN, 2, amountOf(7, '-margin - fee'), amountOf(7, 'margin')],
        [0, 112, amountOf(7, 'fee - div(fee * 20, 100)')],
      ]),
    ].join(''),
    named: [
      'contract_frozen_not_held',
      'currency_not_zero',
      'lever_booked_otherwise',
      'lever_booked_twice',
      'movement_not_balanced',
    ],
    namedAtOnce: [
      'contract_frozen_not_held',
      'currency_not_zero',
      'lever_booked_otherwise',
      'movement_not_balanced',
    ],
    row: /^lever_booked_otherwise: journal 3, number \d+, owner_id 0, account_type 111, currency_id 1, available \d+/,
  },
  {
    what: 'a close of the order of another user',
    statements: booked('lever.closed', '7', BOB, [
      [BOB, 2, 1],
      [0, 110, -1],
    ]),
    named: [
      'actor_not_of_cause',
      'entry_not_of_recipe',
      'lever_booked_otherwise',
      'owner_not_of_cause',
    ],
    row: /^owner_not_of_cause: journal 3, number \d+, recipe lever.closed, cause_id 7, owner_id 12$/,
  },
  {
    what: 'a movement of an order that does not exist',
    statements: booked('lever.order_placed', '99', ANN, [[ANN, 2, -5, 5]]),
    named: ['cause_missing', 'contract_frozen_not_held'],
    row: /^cause_missing: journal 3, number \d+, recipe lever.order_placed, cause_id 99$/,
  },
  {
    what: 'an opening that is booked twice',
    statements: booked('lever.opened', '7', ANN, [
      [ANN, 2, -1],
      [0, 112, 1],
    ]),
    named: ['lever_booked_otherwise', 'lever_booked_twice'],
    namedAtOnce: ['lever_booked_otherwise'],
    row: /^lever_booked_twice: recipe lever.opened, cause_id 7, times 2, last_number \d+$/,
  },
  {
    what: 'a repayment from the account of another user',
    statements: booked('lever.debt_repaid', '2', CAL, [
      [ANN, 2, -1],
      [CAL, 105, 1],
    ]),
    named: ['lever_repaid_otherwise'],
    row: /^lever_repaid_otherwise: journal 3, number \d+, owner_id 11, posting_id 2$/,
  },
  {
    what: 'funds of the exchange that were not given',
    statements: `
      insert into lever_funds values (2, 5, 0, 'r', 0);
      ${booked('lever.house_funded', '2', 0, [
        [0, 100, -6],
        [0, 110, 6],
      ])}`,
    named: ['custody_not_explained', 'lever_funded_otherwise'],
    namedAtOnce: ['lever_funded_otherwise'],
    row: /^lever_funded_otherwise: journal 3, number \d+, owner_id 0, account_type 110, currency_id 1, available 5, available_delta 6/,
  },
  {
    what: 'funds of the exchange that were given a second time, later',
    statements: `
      ${booked('lever.house_funded', '1', 0, [
        [0, 100, -1.00005e25],
        [0, 110, 1e25],
        [0, 111, 5e20],
      ])}`,
    named: ['custody_not_explained', 'lever_booked_twice', 'lever_fund_not_booked_once'],
    namedAtOnce: ['lever_fund_not_booked_once'],
    row: /^lever_fund_not_booked_once: fund_id 1, times 2, last_number \d+$/,
  },
  {
    what: 'a movement of the dealing journal that is gone',
    statements: `
      insert into ledger_movements
      select 3, max(number) + 2, 'lever.order_placed', '8', ${ANN}, 'r', 0 from ledger_movements where journal = 3;
      insert into ledger_entries
      select ${ANN}, 2, ${USDT}, 3, max(number), 0, 0 from ledger_movements where journal = 3`,
    named: ['dealing_journal_gap', 'lever_booked_otherwise', 'lever_booked_twice'],
    namedAtOnce: ['dealing_journal_gap', 'lever_booked_otherwise'],
    row: /^dealing_journal_gap: first_missing \d+, last_missing \d+$/,
  },
];

const ORDERS: readonly PlantedFault[] = [
  ...(
    [
      ['profit', 1],
      ['nights', 1],
      ['fee', 1],
      ['notional', 7],
      ['night_fee', 7],
    ] as const
  ).map(([column, id]): PlantedFault => ({
    what: `another ${column} on an order`,
    statements: rewritten(id, `${column} = ${column} + 1`),
    named: [
      'lever_arithmetic',
      ...(column === 'notional' || column === 'night_fee' ? [] : ['lever_booked_otherwise']),
    ],
    ...(column !== 'notional' && column !== 'night_fee' && { namedAtOnce: ['lever_arithmetic'] }),
    row: new RegExp(
      `^lever_arithmetic: order_id ${id}, state \\w+, name ${column}, stored \\d+, computed \\d+$`,
    ),
  })),
  {
    what: 'terms that the market never offered',
    statements: 'update lever_orders set night_ppm = night_ppm - 1 where id = 8',
    named: ['lever_arithmetic'],
    row: 'lever_arithmetic: order_id 8, state pending, name terms, stored 0, computed 1',
  },
  {
    what: 'a close at a mark that was never taken',
    statements: rewritten(1, 'close_mark_seq = 999'),
    named: ['lever_price_not_marked'],
    row: 'lever_price_not_marked: order_id 1, name close, ticks 9912000, mark_seq 999',
  },
  {
    what: 'an opening at the price of another mark',
    statements: 'update lever_orders set open_mark_seq = 1 where id = 2',
    named: ['lever_price_not_marked'],
    row: /^lever_price_not_marked: order_id 2, name open, ticks 9001800, mark_seq 1, ticks_of_mark 9726945, newer_mark_seq \d+$/,
  },
  {
    what: 'a take-profit that its mark did not reach',
    statements: rewritten(1, 'take_profit_ticks = close_ticks + 1'),
    named: ['lever_reason_not_justified'],
    row: 'lever_reason_not_justified: order_id 1, reason take_profit, open_ticks 9726945, close_ticks 9912000',
  },
  {
    what: 'a stop-loss that its mark did not reach',
    statements: rewritten(5, 'stop_loss_ticks = close_ticks - 1'),
    named: ['lever_reason_not_justified'],
    row: /^lever_reason_not_justified: order_id 5, reason stop_loss/,
  },
  {
    what: 'an order that opened above its limit',
    statements: 'update lever_orders set limit_ticks = open_ticks - 1 where id = 2',
    named: ['lever_booked_otherwise', 'lever_reason_not_justified'],
    namedAtOnce: ['lever_reason_not_justified'],
    row: /^lever_reason_not_justified: order_id 2, reason opened, open_ticks 9001800$/,
  },
];

/** Faults of the ledger of `ended-ledger.ts`: order 1 was deleveraged, order 2 ended with its market. */
export const ENDED_FAULTS: readonly PlantedFault[] = [
  ['a deleveraging while the pool covered enough', 1, 'seen_cover = 820 * 10::numeric ^ 18'],
  ['a deleveraging that does not say what its guard saw', 1, 'seen_cover = null'],
  [
    'the end of a market that was never announced',
    1,
    `close_reason = 'wound_down', seen_cover = null`,
  ],
  ['the end of a market before its time', 2, 'closed_at_ms = closed_at_ms - 1'],
  ['an end of a market that saw the pool', 2, 'seen_cover = 0'],
].map(([what, id, changes]): PlantedFault => ({
  what: String(what),
  statements: rewritten(Number(id), String(changes)),
  named: ['lever_reason_not_justified'],
  row: new RegExp(`^lever_reason_not_justified: order_id ${id}, reason `),
}));

const POSTINGS: readonly PlantedFault[] = [
  {
    what: 'a posting for the dealing writer that says it is booked and is not',
    statements: 'update dealing_postings set number = 999 where id = 2',
    named: ['posting_booked_otherwise', 'posting_not_booked', 'transit_not_arriving'],
    row: 'posting_not_booked: posting_id 2, number 999, recipe transfer.into_dealing, cause_id 2',
  },
  {
    what: 'a posting that was refused though its money is in transit to the contract account',
    statements: 'update dealing_postings set refused_at_ms = 1 where id = 2',
    named: ['transit_not_arriving'],
    row: 'transit_not_arriving: owner_id 13, currency_id 1, available 3',
  },
  {
    what: 'a posting whose first leg is not booked though its money is in transit',
    statements: withoutTriggers(
      'dealing_postings',
      'update dealing_postings set waits_for = 99 where id = 2',
    ),
    named: ['transit_not_arriving'],
    row: 'transit_not_arriving: owner_id 13, currency_id 1, available 3',
  },
  {
    what: 'a movement of the dealing journal without its posting',
    statements: booked('transfer.into_dealing', '2', CAL, [
      [CAL, 2, 3],
      [CAL, 104, -3],
    ]),
    named: [
      'contract_debt_alone',
      'movement_without_posting',
      'posting_not_booked',
      'transit_not_arriving',
    ],
    namedAtOnce: ['contract_debt_alone', 'posting_not_booked', 'transit_not_arriving'],
    row: /^posting_not_booked: number \d+, recipe_booked transfer.into_dealing, cause_booked 2$/,
  },
  {
    what: 'a transfer without its posting for the dealing writer',
    statements: 'update transfers set dealing_posting_id = 99 where id = 2',
    named: ['transfer_not_booked'],
    row: /^transfer_not_booked: transfer_id 2, movement_number \d+, dealing_posting_id 99$/,
  },
];

export const LEVER_FAULTS: readonly PlantedFault[] = [
  ...LIMITS,
  ...BOOKED,
  ...ORDERS,
  ...STOP_OUT_FAULTS,
  ...MARK_FAULTS,
  ...POSTINGS,
];
