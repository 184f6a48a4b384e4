/** Ledgers of any size: 2,000 users who bought from each other, every order executed by one trade. */
import type { Client } from 'pg';

/** Entries of one trade and of the placement of its two orders. */
export const ENTRIES_PER_DEAL = 8;

const MARKET = `
  insert into currencies values (1, 'USDT', 'Tether', 18), (2, 'BTC', 'Bitcoin', 18)
  on conflict do nothing;
  insert into spot_markets values (1, 2, 1, 2, 6, 0, 100000, 1000, 1000, 'trading')
  on conflict do nothing`;

/**
 * Inserts trades `first` to `last`: 1 BTC for 1 USDT each, 0.1 % fee for both sides. Two grants per user come
 * first.
 */
export async function addDeals(client: Client, first: number, last: number): Promise<void> {
  const deals = `generate_series(${first}, ${last}) deal`;
  const order = (id: string, owner: string, side: string) => `
    insert into spot_orders
    select ${id}, ${owner}, 1, '${side}', 'limit', 100, 1000000, null, 1000, 1000, 1000000, 1e18, 1e15,
      0, 'executed', null, 2, null, 'r', 0, 0
    from ${deals}`;
  await client.query(MARKET);
  await client.query('begin');
  if (first === 1) await grant(client);
  await client.query(order('2 * deal - 1', '1001 + deal % 1000', 'sell'));
  await client.query(order('2 * deal', '1 + deal % 1000', 'buy'));
  await client.query(`
    insert into spot_deals
    select deal, 1, 100, 1000000, 'buy', 2 * deal, 2 * deal - 1, 1 + deal % 1000, 1001 + deal % 1000,
      1e15, 1e15, 0
    from ${deals}`);
  await client.query(`
    insert into ledger_movements
    select 2, movement.number, movement.recipe, movement.cause::text, movement.actor, 'r', 0
    from ${deals}, lateral (values
      (3 * deal - 2, 'spot.order_placed', 2 * deal - 1, 1001 + deal % 1000),
      (3 * deal - 1, 'spot.order_placed', 2 * deal, 1 + deal % 1000),
      (3 * deal, 'spot.deal', deal, 1 + deal % 1000)) movement (number, recipe, cause, actor)
    order by 2`);
  await client.query(`
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select entry.* from ${deals}, lateral (values
      (1001 + deal % 1000, 1, 2, 2, 3 * deal - 2, -1e18, 1e18),
      (1 + deal % 1000, 1, 1, 2, 3 * deal - 1, -1e18, 1e18),
      (1 + deal % 1000, 1, 1, 2, 3 * deal, 0, -1e18),
      (1 + deal % 1000, 1, 2, 2, 3 * deal, 1e18 - 1e15, 0),
      (1001 + deal % 1000, 1, 2, 2, 3 * deal, 0, -1e18),
      (1001 + deal % 1000, 1, 1, 2, 3 * deal, 1e18 - 1e15, 0),
      (0, 101, 1, 2, 3 * deal, 1e15, 0),
      (0, 101, 2, 2, 3 * deal, 1e15, 0)) entry`);
  const changes = `
    select owner_id, account_type, currency_id, sum(available_delta) as available,
      sum(frozen_delta) as frozen
    from ledger_entries where transaction_id = pg_current_xact_id()::text::bigint group by 1, 2, 3`;
  await client.query(`
    insert into ledger_accounts
    select owner_id, account_type, currency_id from (${changes}) change on conflict do nothing`);
  await client.query(`
    update ledger_accounts account
    set available = account.available + change.available, frozen = account.frozen + change.frozen
    from (${changes}) change
    where (account.owner_id, account.account_type, account.currency_id)
      = (change.owner_id, change.account_type, change.currency_id)`);
  await client.query('commit');
}

/** The first owner of an account without trades; traders have smaller numbers. */
const FIRST_IDLE_OWNER = 10_001;
const IDLE_A_TRANSACTION = 10_000;

/** Inserts so many accounts of other users, as those of users who do not trade. */
export async function addIdleAccounts(client: Client, count: number): Promise<void> {
  for (let first = 0; first < count; first += IDLE_A_TRANSACTION) {
    const last = Math.min(count, first + IDLE_A_TRANSACTION) - 1;
    const owners = `generate_series(${FIRST_IDLE_OWNER + first}, ${FIRST_IDLE_OWNER + last}) owner`;
    await client.query(`
      insert into ledger_movements
      select 1, owner, 'seed.grant', 'bench', 0, 'r', 0 from ${owners};
      insert into ledger_entries
        (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
      select entry.* from ${owners}, lateral (values
        (owner, 1, 1, 1, owner, 1e18, 0), (0, 100, 1, 1, owner, -1e18, 0)) entry;
      insert into ledger_accounts select owner, 1, 1, 1e18, 0 from ${owners};
      update ledger_accounts set available = available - 1e18 * ${last - first + 1}
      where (owner_id, account_type, currency_id) = (0, 100, 1)`);
  }
}

async function grant(client: Client): Promise<void> {
  await client.query(`
    insert into ledger_movements
    select 1, owner, 'seed.grant', 'bench', 0, 'r', 0 from generate_series(1, 2000) owner`);
  await client.query(`
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select entry.* from generate_series(1, 2000) owner, lateral (values
      (owner, 1, case when owner <= 1000 then 1 else 2 end, 1, owner, 1e24, 0),
      (0, 100, case when owner <= 1000 then 1 else 2 end, 1, owner, -1e24, 0)) entry`);
}
