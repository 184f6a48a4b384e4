/** Faults of the ledger of `small-ledger.ts`: statements that plant each, and its name in the report. */
import { ANN, BOB, BTC, USDT } from '../../support/ledger/small-ledger.ts';

export interface PlantedFault {
  readonly what: string;
  readonly statements: string;
  readonly named: readonly string[];
  /** A row of the report. */
  readonly row: string | RegExp;
  /** True if only a full pass finds it. */
  readonly isFoundLate?: true;
  /** The names that an incremental pass finds, if they differ from `named`. */
  readonly namedAtOnce?: readonly string[];
}

const ANNS_USDT = `owner_id = ${ANN} and account_type = 1 and currency_id = ${USDT}`;
const WITHOUT_CHECK = 'alter table ledger_accounts drop constraint ledger_accounts_not_negative;';

interface DealtOtherwise {
  readonly fees?: readonly [ofSeller: number, ofBuyer: number];
  /** Accounts without an entry. */
  readonly absent?: readonly string[];
}

/**
 * Books trade 2: Bob's order 1 sells one lot at 80 to Ann's order 3, whose limit is 90. The bookings differ
 * from a correct trade by `amiss`: available and frozen units, by account.
 */
function dealt(
  amiss: Readonly<Record<string, readonly [available: number, frozen?: number]>> = {},
  { fees: [ofSeller, ofBuyer] = [7, 10], absent = [] }: DealtOtherwise = {},
): string {
  const consistent: readonly (readonly [account: string, available: number, frozen: number])[] = [
    [`${ANN}, 1, ${USDT}`, 1e13, -9e13],
    [`${ANN}, 1, ${BTC}`, 1e12 - ofBuyer, 0],
    [`${BOB}, 1, ${BTC}`, 0, -1e12],
    [`${BOB}, 1, ${USDT}`, 8e13 - ofSeller, 0],
    [`0, 101, ${BTC}`, ofBuyer, 0],
    [`0, 101, ${USDT}`, ofSeller, 0],
  ];
  const others = Object.keys(amiss).filter(
    (key) => !consistent.some(([account]) => account === key),
  );
  const entries = [...consistent, ...others.map((account) => [account, 0, 0] as const)]
    .filter(([account]) => !absent.includes(account))
    .map(([account, available, frozen]) => {
      const [more = 0, moreFrozen = 0] = amiss[account] ?? [];
      return `(${account}, ${available + more}, ${frozen + moreFrozen})`;
    });
  return `
    insert into spot_deals values (2, 1, 8000, 1, 'sell', 1, 3, ${BOB}, ${ANN}, ${ofSeller}, ${ofBuyer}, 0);
    update spot_orders set executed_lots = executed_lots + 1, executed_amount = executed_amount + 8e13 where id in (1, 3);
    update spot_orders set fee = fee + ${ofSeller}, reserved = reserved - 1e12 where id = 1;
    update spot_orders set fee = fee + ${ofBuyer}, reserved = reserved - 9e13 where id = 3;
    insert into ledger_movements values (2, 7, 'spot.deal', '2', ${BOB}, 'r', 0);
    create temporary table booked (owner_id, account_type, currency_id, available, frozen) as values ${entries.join()};
    insert into ledger_entries select owner_id, account_type, currency_id, 2, 7, available, frozen from booked;
    insert into ledger_accounts select owner_id, account_type, currency_id from booked on conflict do nothing;
    update ledger_accounts account set available = account.available + booked.available,
      frozen = account.frozen + booked.frozen
    from booked
    where (account.owner_id, account.account_type, account.currency_id)
      = (booked.owner_id, booked.account_type, booked.currency_id)`;
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a balance with one unit more',
    statements: `update ledger_accounts set available = available + 1 where ${ANNS_USDT}`,
    named: ['balance_not_sum_of_entries', 'currency_not_zero'],
    row: 'currency_not_zero: currency_id 1, sum 1',
  },
  {
    what: 'a unit that went from one user to another without an entry',
    statements: `
      update ledger_accounts set available = available + 1 where ${ANNS_USDT};
      update ledger_accounts set available = available - 1
      where owner_id = ${BOB} and account_type = 1 and currency_id = ${USDT}`,
    named: ['balance_not_sum_of_entries'],
    row: /^balance_not_sum_of_entries: owner_id 11, account_type 1, currency_id 1, available 860000000000000000001, available_of_entries 860000000000000000000/,
  },
  {
    what: 'a unit that went from available to frozen',
    statements: `update ledger_accounts set available = available - 1, frozen = frozen + 1 where ${ANNS_USDT}`,
    named: ['balance_not_sum_of_entries', 'frozen_not_reserved'],
    row: /^frozen_not_reserved: owner_id 11, currency_id 1, frozen 90000000000000000001, reserved 90000000000000000000$/,
  },
  {
    what: 'an account that nothing was booked for',
    statements: `insert into ledger_accounts values (13, 2, ${BTC}, 7, 0)`,
    named: ['balance_not_sum_of_entries', 'currency_not_zero'],
    row: /^balance_not_sum_of_entries: owner_id 13, account_type 2, currency_id 2, available 7/,
  },
  {
    what: 'a balance below zero',
    statements: `${WITHOUT_CHECK} update ledger_accounts set available = -1 where ${ANNS_USDT}`,
    named: ['balance_negative', 'balance_not_sum_of_entries', 'currency_not_zero'],
    row: /^balance_negative: owner_id 11, account_type 1, currency_id 1, available -1, frozen \d+$/,
  },
  {
    what: 'an entry that was added to a movement long ago',
    statements: `insert into ledger_entries values (13, 1, ${USDT}, 1, 1, 1, 0)`,
    named: ['balance_not_sum_of_entries', 'entry_of_other_transaction', 'movement_not_balanced'],
    namedAtOnce: [
      'balance_not_sum_of_entries',
      'entry_of_other_transaction',
      'movement_not_balanced',
      'row_written_late',
    ],
    row: /^movement_not_balanced: journal 1, number 1, currency_id 1, sum 1$/,
  },
  {
    what: 'an entry of a movement that does not exist, balance and all',
    statements: `
      insert into ledger_entries values (${ANN}, 1, ${USDT}, 1, 99, 1, 0), (0, 100, ${USDT}, 1, 99, -1, 0);
      update ledger_accounts set available = available + 1 where ${ANNS_USDT};
      update ledger_accounts set available = available - 1
      where owner_id = 0 and account_type = 100 and currency_id = ${USDT}`,
    named: ['custody_not_explained', 'entry_without_movement'],
    namedAtOnce: ['entry_without_movement'],
    row: /^entry_without_movement: journal 1, number 99, owner_id 11/,
  },
  {
    what: 'a movement without entries',
    statements: "insert into ledger_movements values (1, 99, 'seed.grant', 'x', 0, 'r', 0)",
    named: ['movement_without_entries'],
    row: 'movement_without_entries: journal 1, number 99, recipe seed.grant, cause_id x',
  },
  {
    what: 'a gap in the spot journal',
    statements: `
      insert into ledger_movements values (2, 9, 'spot.order_ended', '3', ${ANN}, 'r', 0);
      insert into ledger_entries values (${ANN}, 1, ${USDT}, 2, 9, 0, 0)`,
    named: ['spot_journal_gap'],
    row: 'spot_journal_gap: first_missing 7, last_missing 8',
  },
  {
    what: 'an open order that holds one unit less than is frozen for it',
    statements: 'update spot_orders set reserved = reserved - 1 where id = 1',
    named: ['frozen_not_reserved'],
    row: /^frozen_not_reserved: owner_id 12, currency_id 2, frozen 1500000000000000000, reserved 1499999999999999999$/,
  },
  {
    what: 'an open order that nothing is frozen for',
    statements: `
      insert into spot_orders select 5, 13, market_id, side, kind, price_ticks, quantity_lots, amount,
        maker_fee_ppm, taker_fee_ppm, executed_lots, executed_amount, fee, reserved, state, end_reason,
        revision, idempotency_key, request_id, created_at_ms, updated_at_ms
      from spot_orders where id = 3`,
    named: ['frozen_not_reserved'],
    row: 'frozen_not_reserved: owner_id 13, currency_id 1, reserved 90000000000000000000',
  },
  {
    what: 'an order with one lot more than its trades',
    statements: 'update spot_orders set executed_lots = executed_lots + 1 where id = 2',
    named: ['order_not_sum_of_deals'],
    row: /^order_not_sum_of_deals: order_id 2, executed_lots 500001, lots_of_deals 500000/,
  },
  {
    what: 'an order with a cost of one unit less than its trades',
    statements: 'update spot_orders set executed_amount = executed_amount - 1 where id = 1',
    named: ['order_not_sum_of_deals'],
    row: /executed_amount 49999999999999999999, amount_of_deals 50000000000000000000/,
  },
  {
    what: 'an order that says it paid one unit of fee more',
    statements: 'update spot_orders set fee = fee + 1 where id = 1',
    named: ['order_not_sum_of_deals'],
    row: /fee 50000000000000001, fee_of_deals 50000000000000000/,
  },
  {
    what: 'an executed order without trades',
    statements: 'update spot_orders set executed_lots = 1 where id = 4',
    named: ['order_not_sum_of_deals'],
    row: /^order_not_sum_of_deals: order_id 4/,
  },
  {
    what: 'a new trade that its orders do not count',
    statements: `
      insert into spot_deals select 2, market_id, price_ticks, quantity_lots, taker_side, taker_order_id,
        maker_order_id, taker_owner_id, maker_owner_id, taker_fee, maker_fee, at_ms
      from spot_deals where id = 1`,
    named: ['deal_not_booked', 'order_not_sum_of_deals'],
    row: /^order_not_sum_of_deals: order_id 1, executed_lots 500000, lots_of_deals 1000000/,
  },
  {
    what: 'a trade of an order that does not exist',
    statements: `
      insert into spot_deals values (2, 1, 10000, 1, 'buy', 77, 78, ${ANN}, ${BOB}, 0, 0, 0)`,
    named: ['deal_not_booked', 'deal_without_order'],
    row: 'deal_without_order: deal_id 2, taker_order_id 77, maker_order_id 78',
  },
  {
    what: 'a trade that gives an order to another owner',
    statements: `
      insert into spot_deals values (2, 1, 10000, 1, 'buy', 3, 1, 13, ${BOB}, 0, 0, 0);
      update spot_orders set executed_lots = executed_lots + 1,
        executed_amount = executed_amount + 10000 * 10::numeric ^ 10 where id in (1, 3)`,
    named: ['deal_not_booked', 'deal_without_order'],
    row: 'deal_without_order: deal_id 2, taker_order_id 3, maker_order_id 1, maker_found 1',
  },
  {
    what: 'a booked trade that is missing',
    statements: `
      insert into ledger_movements values (2, 7, 'spot.deal', '9', ${ANN}, 'r', 0);
      insert into ledger_entries values (${ANN}, 1, ${USDT}, 2, 7, 0, 0)`,
    named: ['cause_missing', 'deal_not_booked'],
    row: 'deal_not_booked: cause_id 9, number 7',
  },
  {
    what: 'a trade that paid a part of its proceeds to another user',
    statements: dealt({ [`${BOB}, 1, ${USDT}`]: [-5], [`13, 1, ${USDT}`]: [5] }),
    named: ['deal_booked_otherwise'],
    row: 'deal_booked_otherwise: journal 2, number 7, owner_id 13, account_type 1, currency_id 1, available_delta 5, frozen_delta 0',
  },
  {
    what: 'a trade that took a unit of fee more than recorded',
    statements: dealt({ [`${ANN}, 1, ${BTC}`]: [-1], [`0, 101, ${BTC}`]: [1] }),
    named: ['deal_booked_otherwise'],
    row: 'deal_booked_otherwise: journal 2, number 7, owner_id 0, account_type 101, currency_id 2, available 10, available_delta 11, frozen 0, frozen_delta 0',
  },
  {
    what: 'a trade that kept a unit of its buyer’s better price',
    statements: dealt({ [`${ANN}, 1, ${USDT}`]: [-1], [`${BOB}, 1, ${USDT}`]: [1] }),
    named: ['deal_booked_otherwise'],
    row: 'deal_booked_otherwise: journal 2, number 7, owner_id 11, account_type 1, currency_id 1, available 10000000000000, available_delta 9999999999999, frozen -90000000000000, frozen_delta -90000000000000',
  },
  {
    what: 'a trade that left a unit frozen which it should have used',
    statements: dealt({ [`${BOB}, 1, ${BTC}`]: [-1, 1] }),
    named: ['deal_booked_otherwise', 'entry_not_of_recipe', 'frozen_not_reserved'],
    row: 'deal_booked_otherwise: journal 2, number 7, owner_id 12, account_type 1, currency_id 2, available 0, available_delta -1, frozen -1000000000000, frozen_delta -999999999999',
  },
  {
    what: 'a grant of an amount that is no number',
    statements: `
      insert into ledger_movements values (1, 99, 'seed.grant', 'test', 0, 'r', 0);
      insert into ledger_entries values (${ANN}, 1, ${USDT}, 1, 99, 'NaN', 0), (0, 100, ${USDT}, 1, 99, 'NaN', 0)`,
    named: [
      'balance_not_sum_of_entries',
      'custody_not_explained',
      'entry_not_of_recipe',
      'movement_not_balanced',
    ],
    namedAtOnce: [
      'balance_not_sum_of_entries',
      'currency_not_zero',
      'entry_not_of_recipe',
      'movement_not_balanced',
    ],
    row: `entry_not_of_recipe: journal 1, number 99, recipe seed.grant, owner_id ${ANN}, account_type 1, currency_id ${USDT}, available_delta NaN, frozen_delta 0`,
  },
  {
    what: 'a trade without its base currency, and with entries of fees that it does not have',
    statements: dealt({}, { fees: [0, 0], absent: [`${ANN}, 1, ${BTC}`, `${BOB}, 1, ${BTC}`] }),
    named: ['deal_booked_otherwise', 'frozen_not_reserved'],
    row: `deal_booked_otherwise: journal 2, number 7, owner_id ${ANN}, account_type 1, currency_id ${BTC}, available 1000000000000, frozen 0`,
  },
  {
    what: 'a trade with an entry of a user who did not trade',
    statements: `${WITHOUT_CHECK} ${dealt({ [`13, 1, ${USDT}`]: [5, -5] })}`,
    named: ['balance_negative', 'deal_booked_otherwise', 'frozen_not_reserved'],
    row: 'deal_booked_otherwise: journal 2, number 7, owner_id 13, account_type 1, currency_id 1, available_delta 5, frozen_delta -5',
  },
  {
    what: 'a trade that was booked twice, at the cost of its orders’ frozen funds',
    statements: `${dealt()};
      insert into ledger_movements values (2, 8, 'spot.deal', '2', ${BOB}, 'r', 0);
      insert into ledger_entries select owner_id, account_type, currency_id, 2, 8, available, frozen from booked;
      update ledger_accounts account set available = account.available + booked.available,
        frozen = account.frozen + booked.frozen
      from booked
      where (account.owner_id, account.account_type, account.currency_id)
        = (booked.owner_id, booked.account_type, booked.currency_id);
      update spot_orders set reserved = reserved - 1e12 where id = 1;
      update spot_orders set reserved = reserved - 9e13 where id = 3`,
    named: ['deal_booked_twice'],
    row: 'deal_booked_twice: cause_id 2, times 2, last_number 8',
  },
];
