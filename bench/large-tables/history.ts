/** A history of many users: ended orders and deposits too small to be credited, inserted directly. */
import type { Client } from 'pg';

/**
 * Spreads `rows` canceled orders, and as many deposits below the minimum with their lifecycles, over the
 * users, who have had turns in the same order all the time.
 */
export async function addHistory(
  client: Client,
  owners: readonly number[],
  rows: number,
): Promise<void> {
  // Users in their turns, because the rows of one user lie far apart in a table that grew for years.
  const turns = `generate_series(1, $2::int) as n,
    lateral (select ($1::int[])[1 + n % cardinality($1::int[])] as owner_id) as turn`;
  await client.query(
    `insert into spot_orders
       (id, owner_id, market_id, side, kind, price_ticks, quantity_lots, maker_fee_ppm, taker_fee_ppm,
        executed_lots, executed_amount, fee, reserved, state, end_reason, revision, request_id,
        created_at_ms, updated_at_ms)
     select before.id + n, owner_id, 1, 'buy', 'limit', 100, 1000000, 1000, 1000, 0, 0, 0, 0,
       'cancelled', 'owner', 2, 'bench', n, n
     from (select coalesce(max(id), 0) as id from spot_orders) as before, ${turns}`,
    [owners, rows],
  );
  await client.query(
    `with added as (
       insert into deposits
         (user_id, currency_id, chain, address, transaction_hash, output_index, amount, block_number,
          block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
       select owner_id, 1, 'development', 'bench', 'bench-' || n, 0, 1, n, 'bench', 1, 'below_minimum',
         2, n, n
       from ${turns} returning id
     ), lives as (
       insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
       select 'deposit', id, 1, 2, '{"value": "below_minimum", "status": "done"}', 0 from added
     )
     insert into lifecycle_events (kind, id, revision, event, at_ms)
     select 'deposit', id, revision, '{"type": "bench"}', 0 from added, generate_series(1, 2) as revision`,
    [owners, rows],
  );
  await client.query('vacuum analyze');
}
