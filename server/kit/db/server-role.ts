/**
 * The role of the running server. The owner of the tables migrates; the server reads and adds rows. It updates
 * only changing columns of records, and removes rows only where the exchange does. To append-only tables it may
 * only add. It owns no table, so it cannot disable a trigger. Closed ranges, guards of the
 * ledger, proofs of deposits and reserves of chains are written over connections of the owner.
 */
import type { Log } from '../log.ts';
import { StartupError } from '../process/startup-error.ts';
import { APPEND_ONLY_TABLES, REMOVABLE_TABLES } from './append-only-tables.ts';
import { CHANGING_COLUMNS } from './changing-columns.ts';
import { connect } from './connect.ts';
import { EMBEDDED_SERVER_ROLE, type DatabaseAddress } from './database.ts';

/** The addresses of one database by role. */
export interface DatabaseRoles {
  /** Migrates. */
  readonly owner: DatabaseAddress;
  /** Runs the server; may be the same. */
  readonly server: DatabaseAddress;
}

/** Functions of the owner that the server's role calls. */
export const FUNCTIONS_OF_SERVER = ['remove_house_deals(bigint[])', 'summarize_ledger()'] as const;

const LOGS = APPEND_ONLY_TABLES.join(', ');
const REMOVABLE = REMOVABLE_TABLES.join(', ');
/**
 * Tables that a session of the verifier or of the index log begins with, results of comparisons with the chains, and tables
 * that triggers fill: only the owner adds to these.
 */
export const TABLES_OF_OWNER = [
  'ledger_ranges',
  'ledger_range_sums',
  'ledger_guards',
  'ledger_moves',
  'ledger_searches',
  'index_older_parts',
  'deposit_proofs',
  'withdrawals_before_seals',
  'chain_reserves',
  'staking_terms',
] as const;

const FIXED = Object.keys(CHANGING_COLUMNS).join(', ');

/** Statements that let the role update the changing columns of records. */
const updatesOf = (role: string): string =>
  Object.entries(CHANGING_COLUMNS)
    .filter(([, columns]) => columns.length > 0)
    .map(([table, columns]) => {
      const names = columns.map((column) => `"${column}"`).join(', ');
      return `grant update (${names}) on ${table} to ${role};`;
    })
    .join('\n      ');

/** Grants the server's role its rights, after each migration. */
export async function grantServerRole({ owner, server }: DatabaseRoles): Promise<void> {
  if (owner === server) return;
  const role = 'socketFolder' in server ? EMBEDDED_SERVER_ROLE : await roleOf(server);
  const client = await connect(owner, 'meridian roles');
  try {
    const name = client.escapeIdentifier(role);
    await client.query(`
      grant usage on schema public to ${name};
      grant select, insert, update on all tables in schema public to ${name};
      revoke delete, truncate on all tables in schema public from ${name};
      grant delete on ${REMOVABLE} to ${name};
      grant usage, select, update on all sequences in schema public to ${name};
      revoke update on ${LOGS}, ${FIXED} from ${name};
      ${updatesOf(name)}
      revoke insert on ${TABLES_OF_OWNER.join(', ')} from ${name};
      grant execute on function ${FUNCTIONS_OF_SERVER.join(', ')} to ${name}`);
  } finally {
    await client.end();
  }
}

async function roleOf(address: DatabaseAddress): Promise<string> {
  const client = await connect(address, 'meridian roles');
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

/** Creates the server's role in the embedded database, whose socket only this system user reaches. */
export async function createEmbeddedServerRole(owner: DatabaseAddress): Promise<void> {
  const client = await connect(owner, 'meridian roles');
  try {
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${EMBEDDED_SERVER_ROLE}') then
          create role ${EMBEDDED_SERVER_ROLE} login;
        end if;
      end $$`);
  } finally {
    await client.end();
  }
}

/**
 * Looks whether the server's role could alter append-only tables, as their owner or as superuser.
 * @throws StartupError in production.
 */
export async function refuseOwnerRole(
  server: DatabaseAddress,
  isProduction: boolean,
  log: Log,
): Promise<void> {
  const client = await connect(server, 'meridian roles');
  try {
    const { rowCount } = await client.query(
      `select from pg_class where relname = any($1) and relkind = 'r'
         and pg_has_role(current_user, relowner, 'usage') limit 1`,
      [APPEND_ONLY_TABLES],
    );
    if (rowCount === 0) return;
  } finally {
    await client.end();
  }
  const message =
    'The role of DATABASE_URL owns the tables, so it could alter the ledger: set DATABASE_OWNER_URL ' +
    'to the owner and DATABASE_URL to another role, see docs/DATABASE.md';
  if (isProduction) throw new StartupError(`${message}.`);
  log.warn(message);
}
