/**
 * The guard of the append-only tables and of fixed records: their triggers and constraints, as PostgreSQL's catalog has
 * them. Disabling, dropping or replacing one writes a new row in the catalog, so that its `xmin`
 * shows it, even when it was put back: a change of an old row by hand leaves this mark.
 */
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import type { EpochMs } from '../../contract/time.ts';
import {
  APPEND_ONLY_TABLES,
  GUARDED_TABLES,
  REMOVABLE_TABLES,
  RESULT_TRIGGERS,
} from '../kit/db/append-only-tables.ts';
import { CHANGING_COLUMNS } from '../kit/db/changing-columns.ts';
import type { Executor } from '../kit/db/database.ts';
import { FUNCTIONS_OF_SERVER, TABLES_OF_OWNER } from '../kit/db/server-role.ts';
import { ledgerGuards } from '../kit/db/schema/ledger.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const TABLES = quoted(GUARDED_TABLES);
const TRIGGERS = [
  ...APPEND_ONLY_TABLES.map((table) => [table, `${table}_append_only`] as const),
  ...RESULT_TRIGGERS,
]
  .map(([table, trigger]) => `('${table}', '${trigger}')`)
  .join(', ');

export interface LedgerGuard {
  /** The cluster and the database. After a restore both differ, and so do the rows of the catalog. */
  readonly place: string;
  /** Catalog rows by table, as text. */
  readonly marks: Readonly<Record<string, string>>;
}

/** SQL of the cluster and the database, as text. */
export const PLACE = `((select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database()))`;

const READ = `
  select ${PLACE} as place,
    jsonb_object_agg(relname, mark) as marks
  from (
    select class.relname, concat_ws(' ', class.oid, class.relkind, class.relrowsecurity, class.relhasrules,
      (select string_agg(concat_ws('/', tgname, tgenabled, trigger.oid, trigger.xmin,
          function.oid, function.xmin), ',' order by tgname)
        from pg_trigger trigger join pg_proc function on function.oid = tgfoid
        where tgrelid = class.oid and not tgisinternal),
      (select string_agg(concat_ws('/', conname, con.oid, con.xmin), ',' order by conname)
        from pg_constraint con where conrelid = class.oid and contype = 'c'),
      (select string_agg(inhrelid::text, ',') from pg_inherits where inhparent = class.oid)) as mark
    from pg_class class
    where class.relnamespace = current_schema()::regnamespace and class.relname in (${TABLES})
  ) marked`;

export async function readGuard(client: Client): Promise<LedgerGuard> {
  const { rows } = await client.query<LedgerGuard>({ name: 'ledger_guard', text: READ });
  return ensure(rows[0], 'the guard of the ledger');
}

/**
 * Names the tables whose guard differs from an earlier one of the same place. A guard that an older version stored lacks
 * the tables which it did not guard.
 */
export function changedGuards(before: LedgerGuard, now: LedgerGuard): readonly string[] {
  if (before.place !== now.place) return [];
  return GUARDED_TABLES.filter(
    (table) => before.marks[table] !== undefined && before.marks[table] !== now.marks[table],
  ).map(
    (table) => `log_unprotected: table ${table}, its triggers or constraints were changed by hand`,
  );
}

const REMOVABLE: readonly string[] = REMOVABLE_TABLES;
const KEPT = quoted(GUARDED_TABLES.filter((table) => !REMOVABLE.includes(table)));
/** Tables with columns that never change, each with the columns that do. */
const CHANGING = [
  ...APPEND_ONLY_TABLES.map((table) => [table, []] as const),
  ...Object.entries(CHANGING_COLUMNS),
]
  .map(
    ([table, columns]) =>
      `('${table}', array[${columns.map((name) => `'${name}'`).join()}]::text[])`,
  )
  .join(', ');

const OF_OWNER = quoted(TABLES_OF_OWNER);
const CALLABLE = quoted(FUNCTIONS_OF_SERVER);

/** Rows for each right that the role of the verifier has beyond the rights of a server. The owner of the tables has all rights. */
export const rightsTooMany = (): string => `
  select 'log_unprotected' as fault, class.relname::text as table_name, attname::text as may_update, null as may_delete,
    null as may_insert, null as may_execute
  from (values ${CHANGING}) fixed (name, changing)
  join pg_class class on class.oid = to_regclass(fixed.name)
  join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped and attname::text <> all (changing)
  where not pg_has_role(class.relowner, 'usage')
    and has_column_privilege(class.oid, attnum, 'update')
  union all
  select 'log_unprotected', class.relname, null, 'yes', null, null
  from unnest(array[${KEPT}]) kept (name)
  join pg_class class on class.oid = to_regclass(kept.name)
  where not pg_has_role(class.relowner, 'usage') and has_table_privilege(class.oid, 'delete, truncate')
  union all
  select 'log_unprotected', class.relname, null, null, 'yes', null
  from unnest(array[${OF_OWNER}]) owned (name)
  join pg_class class on class.oid = to_regclass(owned.name)
  where not pg_has_role(class.relowner, 'usage') and has_table_privilege(class.oid, 'insert')
  union all
  select 'log_unprotected', null, null, null, null, oid::regprocedure::text
  from pg_proc
  where pronamespace = current_schema()::regnamespace and prosecdef
    and oid <> all (array[${CALLABLE}]::regprocedure[])
    and not pg_has_role(proowner, 'usage') and has_function_privilege(oid, 'execute')`;

/** Rows for each trigger that is missing or does not always fire at the moment. */
export const guardMissing = (): string => `
  select 'log_unprotected' as fault, wanted.name as table_name, trigger.tgname as trigger_found,
    trigger.tgenabled::text as enabled
  from (values ${TRIGGERS}) wanted (name, trigger)
  left join pg_trigger trigger on tgrelid = to_regclass(wanted.name) and tgname = wanted.trigger
  where tgenabled is distinct from 'A'
  union all
  select 'log_unprotected', wanted.name, 'constraint', null
  from unnest(array['ledger_movements', 'ledger_entries', 'ledger_ranges', 'ledger_range_sums']) wanted (name)
  where not exists (
    select from pg_constraint
    where conrelid = to_regclass(wanted.name) and conname = wanted.name || '_own_transaction'
  )`;

/** Whether the schema has stored guards yet. */
export async function hasGuards(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_class where oid = to_regclass('ledger_guards')",
  );
  return rowCount === 1;
}

/** Returns the guard that was stored last; undefined before the first. */
export async function findGuard(client: Client): Promise<LedgerGuard | undefined> {
  const { rows } = await client.query<LedgerGuard>(
    'select place, marks from ledger_guards order by id desc limit 1',
  );
  return rows[0];
}

/** Stores the guard as accepted, unless it is the last stored one. */
export async function storeGuard(
  database: Executor,
  { place, marks }: LedgerGuard,
  now: EpochMs,
): Promise<void> {
  const stored = JSON.stringify(marks);
  await database.execute(sql`
    insert into ${ledgerGuards} (place, marks, at_ms)
    select ${place}, ${stored}::jsonb, ${now}
    where not exists (
      select from (select * from ledger_guards order by id desc limit 1) last_guard
      where place = ${place} and marks = ${stored}::jsonb
    )`);
}
