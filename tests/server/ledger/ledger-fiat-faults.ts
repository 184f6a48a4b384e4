/** Faults of the ledger of `merchant-ledger.ts`, in the form of `ledger-planted-faults.ts`. */
import { LAST_OF_MERCHANT } from '../../support/ledger/merchant-ledger.ts';
import { ANN, BOB, USDT } from '../../support/ledger/small-ledger.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

const CAROL = 13;
const NEXT = LAST_OF_MERCHANT + 1;

/** Books a correct movement, for any cause. */
const booked = (
  recipe: string,
  cause: string,
  entries: readonly (readonly [ownerId: number, available: number, frozen: number])[],
): string => `
  insert into ledger_movements values (1, ${NEXT}, '${recipe}', '${cause}', 0, 'r', 0);
  ${entries
    .map(
      ([ownerId, available, frozen]) => `
        insert into ledger_entries values (${ownerId}, 3, ${USDT}, 1, ${NEXT}, ${available}, ${frozen});
        insert into ledger_accounts values (${ownerId}, 3, ${USDT}) on conflict do nothing;
        update ledger_accounts set available = available + ${available}, frozen = frozen + ${frozen}
        where owner_id = ${ownerId} and account_type = 3 and currency_id = ${USDT};`,
    )
    .join('')}`;
/** Completes the open order of ad 1 without its movement. */
const COMPLETED = `
  update fiat_orders set state = 'completed', "end" = 'confirmed', ended_at_ms = 0 where id = 1;
  update fiat_ads set in_orders = 0, sold = 110 where id = 1;`;

const PAYEES = 'fiat_order_payees';
const NOT_HELD = 'fiat_frozen_not_held';
const OTHERWISE = 'fiat_order_booked_otherwise';

export const FIAT_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a unit frozen in a fiat account for nothing',
    statements: `update ledger_accounts set available = available - 1, frozen = frozen + 1
      where owner_id = ${ANN} and account_type = 3`,
    named: ['balance_not_sum_of_entries', NOT_HELD],
    row: 'fiat_frozen_not_held: owner_id 11, currency_id 1, frozen 341, held 340',
  },
  {
    what: 'a sell ad of one unit more than is frozen',
    statements: 'update fiat_ads set total = total + 1, remaining = remaining + 1 where id = 1',
    named: ['fiat_ad_booked_otherwise', NOT_HELD],
    row: 'fiat_frozen_not_held: owner_id 11, currency_id 1, frozen 340, held 341',
  },
  {
    what: 'an ad that ended and still freezes',
    statements: "update fiat_ads set state = 'removed', removal = 'operator' where id = 1",
    named: ['fiat_ad_booked_otherwise', NOT_HELD, 'lifecycle_row_differs'],
    row: 'fiat_frozen_not_held: owner_id 11, currency_id 1, frozen 340, held 150',
  },
  {
    what: 'an ended ad that is open again without its coins',
    statements: "update fiat_ads set state = 'opening' where id = 2",
    named: ['fiat_ad_booked_otherwise', NOT_HELD, 'lifecycle_row_differs'],
    row: 'fiat_frozen_not_held: owner_id 11, currency_id 1, frozen 340, held 420',
  },
  {
    what: 'a closed shop whose deposit is frozen',
    statements: 'update shops set is_open = false',
    named: [NOT_HELD, 'shop_booked_otherwise'],
    row: 'fiat_frozen_not_held: owner_id 11, currency_id 1, frozen 340, held 240',
  },
  {
    what: 'a completed order that paid no user',
    statements: COMPLETED,
    named: ['fiat_ad_booked_otherwise', NOT_HELD, PAYEES, 'lifecycle_row_differs'],
    row: 'fiat_order_payees: order_id 1, state completed, released 0, returned 0',
  },
  {
    what: 'a canceled order of a buy ad whose coins were not returned',
    statements: `
      update fiat_orders set state = 'cancelled', "end" = 'settled', ended_at_ms = 0 where id = 5;
      update fiat_ads set in_orders = 0, remaining = 190 where id = 3`,
    named: [NOT_HELD, PAYEES, 'lifecycle_row_differs'],
    row: 'fiat_order_payees: order_id 5, state cancelled, released 0, returned 0',
  },
  {
    what: 'an order that was paid out twice',
    statements: booked('fiat.order_released', '2', [
      [ANN, 0, -60],
      [BOB, 60, 0],
    ]),
    named: ['fiat_ad_booked_otherwise', NOT_HELD, PAYEES],
    row: 'fiat_order_payees: order_id 2, state completed, released 2, returned 0',
  },
  {
    what: 'an order that paid both sides',
    statements: booked('fiat.order_returned', '2', [[ANN, 60, -60]]),
    named: ['fiat_ad_booked_otherwise', NOT_HELD, OTHERWISE, PAYEES],
    row: 'fiat_order_payees: order_id 2, state completed, released 1, returned 1',
  },
  {
    what: 'an order that paid another user',
    statements: `${COMPLETED} ${booked('fiat.order_released', '1', [
      [ANN, 0, -50],
      [CAROL, 50, 0],
    ])}`,
    named: [OTHERWISE, 'lifecycle_row_differs'],
    row: `fiat_order_booked_otherwise: number ${NEXT}, owner_id 13, account_type 3, currency_id 1, available_delta 50, frozen_delta 0`,
  },
  {
    what: 'an order that paid into another account of the buyer',
    statements: `${COMPLETED} ${booked('fiat.order_released', '1', [[ANN, 0, -50]])}
      insert into ledger_entries values (${BOB}, 4, ${USDT}, 1, ${NEXT}, 50, 0);
      insert into ledger_accounts values (${BOB}, 4, ${USDT}, 50, 0)`,
    named: ['entry_not_of_recipe', OTHERWISE, 'lifecycle_row_differs'],
    row: `fiat_order_booked_otherwise: number ${NEXT}, owner_id 12, account_type 4, currency_id 1, available_delta 50, frozen_delta 0`,
  },
  {
    what: 'an order that paid a unit less than its quantity',
    statements: `${COMPLETED} ${booked('fiat.order_released', '1', [
      [ANN, 0, -49],
      [BOB, 49, 0],
    ])}`,
    named: ['fiat_ad_booked_otherwise', NOT_HELD, OTHERWISE, 'lifecycle_row_differs'],
    row: `fiat_order_booked_otherwise: number ${NEXT}, owner_id 12, account_type 3, currency_id 1, available 50, available_delta 49, frozen 0, frozen_delta 0`,
  },
  {
    what: 'an order that paid before it was completed',
    statements: booked('fiat.order_released', '1', [
      [ANN, 0, -50],
      [BOB, 50, 0],
    ]),
    named: ['fiat_ad_booked_otherwise', NOT_HELD, OTHERWISE, PAYEES],
    row: 'fiat_order_payees: order_id 1, state unpaid, released 1, returned 0',
  },
  {
    what: 'coins paid out for an order that there is not',
    statements: `
      ${booked('fiat.order_released', '99', [
        [BOB, 0, -70],
        [ANN, 70, 0],
      ])}`,
    named: ['cause_missing', NOT_HELD, OTHERWISE],
    row: `fiat_order_booked_otherwise: number ${NEXT}, owner_id 11, account_type 3, currency_id 1, available_delta 70, frozen_delta 0`,
  },
  {
    what: 'a unit too much with an order whose cause is no number',
    statements: `
      ${booked('fiat.order_held', 'x', [[ANN, 0, 0]])}
      update ledger_accounts set available = available + 1 where owner_id = ${ANN} and account_type = 3`,
    named: ['balance_not_sum_of_entries', 'cause_missing', 'currency_not_zero', OTHERWISE],
    row: 'currency_not_zero: currency_id 1, sum 1',
  },
  {
    what: 'an ad that counts more sold than its orders',
    statements: 'update fiat_ads set remaining = remaining - 1, sold = sold + 1 where id = 3',
    named: ['fiat_ad_not_sum_of_orders'],
    row: 'fiat_ad_not_sum_of_orders: ad_id 3, in_orders 70, held_by_orders 70, sold 11, sold_by_orders 10',
  },
  {
    what: 'an ad that counts more in orders than there is',
    statements:
      'update fiat_ads set remaining = remaining - 1, in_orders = in_orders + 1 where id = 3',
    named: ['fiat_ad_not_sum_of_orders'],
    row: 'fiat_ad_not_sum_of_orders: ad_id 3, in_orders 71, held_by_orders 70, sold 10, sold_by_orders 10',
  },
];
