/** The database role of a running server: it adds to the logs, and cannot change, remove or unprotect their rows. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPEND_ONLY_TABLES } from '../../../server/kit/db/append-only-tables.ts';
import { EMBEDDED_SERVER_ROLE } from '../../../server/kit/db/database.ts';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await borrowServer();
  client = await connectAsServer(server);
});
afterAll(async () => {
  await client.end();
  await giveBack(server);
});

test('is the role of every connection of the server', async () => {
  const rows = await queryServer<{ role: string }>(
    server,
    `select distinct usename::text as role from pg_stat_activity
     where application_name in ('meridian calls', 'meridian steps', 'meridian spot', 'meridian ledger')`,
  );
  expect(rows).toEqual([{ role: EMBEDDED_SERVER_ROLE }]);
});

test.each(APPEND_ONLY_TABLES)('only reads and adds rows of %s', async (table) => {
  await client.query(`select 1 from ${table} limit 1`);
  const denied = /permission denied|must be owner/;
  await expect(client.query(`delete from ${table}`)).rejects.toThrow(denied);
  await expect(client.query(`truncate ${table}`)).rejects.toThrow(denied);
  await expect(
    client.query(`alter table ${table} disable trigger ${table}_append_only`),
  ).rejects.toThrow(denied);
  await expect(client.query(`drop trigger ${table}_append_only on ${table}`)).rejects.toThrow(
    denied,
  );
});

test.each([
  ['a change of an entry', 'update ledger_entries set available_delta = 0'],
  [
    'a move of the ledger that did not happen',
    "insert into ledger_moves (place, snapshot, ceiling, last_general, last_spot, last_dealing, at_ms) values ('x', '3:3:', 3, 0, 0, 0, 0)",
  ],
  [
    'a range of the ledger that it has not closed',
    "insert into ledger_ranges values (9, 1, 1, 1, 1, 1, 1, 1, 0, 0, '', '', '', '', 0)",
  ],
  ['sums of such a range', 'insert into ledger_range_sums values (9, 1, 1, 1, 0, 0, 0, 0, 0)'],
  [
    'the acceptance of a changed guard',
    "insert into ledger_guards (place, marks, at_ms) values ('x', '{}', 0)",
  ],
  ['a fourth role', 'create role thief'],
  ['replication that skips triggers', 'set session_replication_role = replica'],
  ['another function of the triggers', 'drop function refuse_change() cascade'],
  [
    'a constraint that is dropped',
    'alter table ledger_entries drop constraint ledger_entries_own_transaction',
  ],
])('is refused %s', async (_what, statement) => {
  await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('runs no code as the owner through a cast on a table of its own', async () => {
  await client.query('begin');
  await client.query(`
    create type pg_temp.disguise as enum ('row');
    create function pg_temp.as_owner(pg_temp.disguise) returns integer language plpgsql as $$
      begin
        execute 'grant insert on deposit_proofs to ${EMBEDDED_SERVER_ROLE}';
        return 1;
      end $$;
    create cast (pg_temp.disguise as integer) with function pg_temp.as_owner(pg_temp.disguise) as assignment;
    create temp table disguised (id pg_temp.disguise, currency_id integer, cycle_days integer, daily_ppb integer,
      amount_min numeric, amount_max numeric, quota numeric, user_max numeric)`);
  const trigger = client.query(
    'create trigger run after insert on disguised for each row execute function public.keep_staking_terms()',
  );
  await expect(trigger).rejects.toThrow(/^permission denied for function \S*keep_staking_terms$/);
  await client.query('rollback');
});

test('removes trades of the exchange with itself, and no others', async () => {
  const deal = (id: number, taker: number) => `
    insert into spot_deals values (${id}, 1, 1, 1, 'buy', 1, 2, ${taker}, -1, 0, 0, 0)`;
  await client.query('begin');
  await client.query(deal(1_000_001, -2));
  await client.query(deal(1_000_002, 1));
  const { rows } = await client.query<{ id: bigint }>(
    'select id from remove_house_deals(array[1000001, 1000002])',
  );
  await client.query('rollback');
  expect(rows).toEqual([{ id: 1_000_001n }]);
});
