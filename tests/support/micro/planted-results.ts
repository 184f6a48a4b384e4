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

/**
 * A thief with all rights of the database turns the won order 1 into a lost one: the prices of its window and the heads after them,
 * sum, order, movement, entries and balances. @param right the price of the window. @param wrong the price that the thief writes.
 */
export const theftOfResult = (right: number, wrong: number): string => `
  do $$
  declare
    point record;
    head_before text;
    at_before bigint;
  begin
    update micro_points set line = replace(line, '${right}', '${wrong}');
    for point in select * from micro_points order by at_ms loop
      if at_before = point.at_ms - 250 then
        point.head := encode(sha256(convert_to(head_before || chr(10) || point.line, 'UTF8')), 'hex');
        update micro_points set head = point.head where at_ms = point.at_ms;
      end if;
      head_before := point.head;
      at_before := point.at_ms;
    end loop;
  end $$;
  update micro_windows set sum = count * ${wrong};
  create temp table paid as select * from ledger_movements where recipe = 'micro.settled' and cause_id = '1';
  create temp table entries as
  select entry.*, case account_type when 4 then -payout else payout end as more
  from ledger_entries entry join paid using (journal, number) cross join micro_orders where id = 1;
  delete from ledger_entries entry using paid where (entry.journal, entry.number) = (paid.journal, paid.number);
  delete from ledger_movements movement using paid
  where (movement.journal, movement.number) = (paid.journal, paid.number);
  insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
  select journal, number, recipe, cause_id, actor_id, request_id, at_ms from paid;
  insert into ledger_entries
    (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
  select owner_id, account_type, currency_id, journal, number, available_delta + more, frozen_delta from entries;
  update ledger_accounts account set available = available + more from entries
  where (account.owner_id, account.account_type, account.currency_id)
    = (entries.owner_id, entries.account_type, entries.currency_id);
  update micro_orders set state = 'lost', payout = 0 where id = 1`;
