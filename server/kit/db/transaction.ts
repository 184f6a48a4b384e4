/** Runs work in one database transaction, again when PostgreSQL asks for it. */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Database, Transaction } from './database.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
/** What Node and `pg` say, without a code of their own, when a connection fails or breaks. */
const UNREACHABLE =
  /connect (?:ECONNREFUSED|ENOENT)|Connection terminated|timeout exceeded when trying to connect/;
const TRIES_MAX = 4;

/** Says of a statement that it came after its transaction: it was not sent. */
class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';
}

/**
 * Commits when `work` resolves, rolls back when it rejects; a statement that is asked for afterwards,
 * by a branch that nobody waits for, is refused. What `work` asks for at once
 * (`Promise.all`) costs one round trip; the first of it goes with `begin`. A serialization failure or a deadlock
 * runs `work` again, up to four times in all: keep effects outside the database out of it.
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(database, work);
    } catch (error) {
      if (tries >= TRIES_MAX || !isRolledBack(error)) throw error;
    }
  }
}

/** Named, so that they are sent with what else is asked. */
const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };

async function runOnce<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await database.$client.connect();
  const gate = new TransactionGate(client);
  let broken: unknown;
  try {
    // Not waited for: on a session of its own it fails with its connection only, and then so does all
    // that follows. A pooler in transaction mode gives none, see DATABASE_URL in the README.
    const begun = client.query(BEGIN);
    const [result] = await Promise.all([work(transactionOn(gate)), begun]);
    gate.close();
    const { command } = await client.query(COMMIT);
    // So PostgreSQL answers where a statement failed and `work` went on regardless.
    if (command !== 'COMMIT') throw new Error(`not committed: commit was answered by ${command}`);
    return result;
  } catch (error) {
    gate.close();
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure;
    });
    throw error;
  } finally {
    // The pool throws away a connection that cannot even roll back.
    client.release(broken !== undefined);
  }
}

/** What `work` has of the connection: its statements, until the transaction begins to end. */
class TransactionGate {
  readonly #client: PoolClient;
  #isOver = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  close(): void {
    this.#isOver = true;
  }

  query(query: QueryConfig, values: unknown[]): Promise<QueryResult> {
    return this.#isOver
      ? Promise.reject(new TransactionOverError('the transaction of this statement is over'))
      : this.#client.query(query, values);
  }
}

const dialect = new PgDialect();

/** The session asks its client for nothing but `query`. */
const transactionOn = (gate: TransactionGate): Transaction =>
  new NodePgTransaction(
    dialect,
    new NodePgSession(gate as unknown as PoolClient, dialect, undefined),
    undefined,
  );

/** The SQLSTATE of a failed query, also where drizzle has wrapped it; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return undefined;
}

/** Whether a statement failed because a row with the same unique values exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  sqlStateOf(error) === UNIQUE_VIOLATION;

/** PostgreSQL gave up within the time it was given: a lock was held for too long, or a statement ran on. Nothing was done. */
const OUT_OF_TIME = ['55P03', '57014'];

/** Whether the database cannot do it just now: starting, stopping, full, gone, or held up. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error) ?? '';
  if (/^(?:08|53|57P)/.test(state) || OUT_OF_TIME.includes(state)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNREACHABLE.test(cause.message)) return true;
  }
  return false;
}

/** Whether PostgreSQL rolled the transaction back in favor of another: it can run again. */
export function isRolledBack(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}
