/**
 * Restores a backup as pg_restore does: rows keep their values, also the number of the transaction that wrote
 * them, and the rights and constraints of the tables come last.
 */
import type { Client } from 'pg';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { withClient } from './scratch-database.ts';

/** Tables with a constraint on the transaction that writes a row. */
const OF_OWN_TRANSACTION = [
  'ledger_movements',
  'ledger_entries',
  'ledger_ranges',
  'ledger_range_sums',
];

/** Lets the counter of transactions of the cluster go on. */
export async function spendTransactions(client: Client, count: number): Promise<void> {
  const one = 'begin; select txid_current(); commit;';
  await client.query(one.repeat(count));
}

/** The rows of all tables, as text. */
type Backup = ReadonlyMap<string, string>;

export const backUp = (from: DatabaseAddress): Promise<Backup> =>
  withClient(from, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
    );
    const backup = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ all_rows: string | null }>(
        `select jsonb_agg(to_jsonb(of_table))::text as all_rows from "${name}" of_table`,
      );
      const text = rows[0]?.all_rows;
      if (text) backup.set(name, text);
    }
    return backup;
  });

/** @param to a migrated database without rows */
export const restore = (backup: Backup, to: DatabaseAddress): Promise<void> =>
  withClient(to, async (client) => {
    await client.query('begin');
    // References between tables are checked after all rows of a backup, whose tables are in no order of theirs.
    await client.query('set local session_replication_role = replica');
    for (const table of OF_OWN_TRANSACTION)
      await client.query(`alter table ${table} drop constraint ${table}_own_transaction`);
    for (const [name, rows] of backup)
      await client.query(
        `insert into "${name}" overriding system value
         select * from jsonb_populate_recordset(null::"${name}", $1)`,
        [rows],
      );
    for (const table of OF_OWN_TRANSACTION)
      await client.query(
        `alter table ${table} add constraint ${table}_own_transaction
         check (transaction_id = txid_current()) not valid`,
      );
    await client.query(SEQUENCES);
    await client.query('commit');
  });

/** Sequences of keys go on after the restored rows. */
const SEQUENCES = `
  do $$ declare column_of record; begin
    for column_of in select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and is_identity = 'YES'
    loop
      execute format('select setval(pg_get_serial_sequence(%1$L, %2$L), coalesce(max(%2$I), 1), max(%2$I) is not null) from %1$I',
        column_of.table_name, column_of.column_name);
    end loop;
  end $$`;
