/** Changes of fast contracts in the database, for the verifier of the ledger. */

/** Changes by a user with all rights of the database, each with the fault that the verifier names. */
export const PLANTED: readonly (readonly [fault: string, change: string, undo: string])[] = [
  [
    'micro_settled_otherwise',
    "update micro_orders set state = 'lost' where id = 1",
    "update micro_orders set state = 'won' where id = 1",
  ],
  [
    'micro_booked_otherwise',
    'update micro_orders set payout = payout + 1 where id = 1',
    'update micro_orders set payout = payout - 1 where id = 1',
  ],
  [
    'micro_receipt_otherwise',
    'update micro_orders set profit_ppm = profit_ppm + 1 where id = 1',
    'update micro_orders set profit_ppm = profit_ppm - 1 where id = 1',
  ],
  [
    'micro_opening_not_in_log',
    'update micro_orders set open_ticks = open_ticks + 1 where id = 1',
    'update micro_orders set open_ticks = open_ticks - 1 where id = 1',
  ],
  [
    'micro_window_not_in_log',
    'update micro_windows set sum = sum - 1',
    'update micro_windows set sum = sum + 1',
  ],
  [
    'micro_window_not_in_log',
    "update micro_points set line = replace(line, ':', ':1')",
    "update micro_points set line = replace(line, ':1', ':')",
  ],
  [
    'micro_minute_miscounted',
    'update index_minutes set orders_up = orders_up + 1 where orders_up > 0',
    'update index_minutes set orders_up = orders_up - 1 where orders_up > 0',
  ],
  [
    'fast_pool_not_reserved',
    'update ledger_accounts set frozen = frozen + 1, available = available - 1 where account_type = 120',
    'update ledger_accounts set frozen = frozen - 1, available = available + 1 where account_type = 120',
  ],
  [
    'micro_frozen_not_held',
    'update ledger_accounts set frozen = frozen + 1 where account_type = 4 and owner_id = (select owner_id from micro_orders where id = 1)',
    'update ledger_accounts set frozen = frozen - 1 where account_type = 4 and owner_id = (select owner_id from micro_orders where id = 1)',
  ],
];
