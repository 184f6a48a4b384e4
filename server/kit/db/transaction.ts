/**
 * Runs work in one database transaction, and retries it when PostgreSQL reports a serialization
 * failure or a deadlock.
 */
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Database, Transaction } from './database.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
/** Messages of Node and `pg`, without a code, for a connection that fails or breaks. */
const UNREACHABLE =
  /connect (?:ECONNREFUSED|ENOENT)|Connection terminated|timeout exceeded when trying to connect|Query read timeout/;
const TRIES_MAX = 4;

/** Reports that a statement came after the end of its transaction and was not sent. */
class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';
}

/**
 * Commits when `work` resolves, rolls back when it rejects. A later statement of a branch that is
 * not awaited is rejected. All statements of one `Promise.all` cost one round trip; the first such
 * group leaves together with `begin`. A serialization failure or a deadlock runs `work` again, up to
 * four times in all, so it must have no effects outside the database.
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

/** Named, so that they are sent in one write with the other statements. */
const BEGIN = { name: 'begin', text: 'begin' };
const COMMIT = { name: 'commit', text: 'commit' };

async function runOnce<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await database.$client.connect();
  const gate = new TransactionGate(client);
  let broken: unknown;
  try {
    // The call is not awaited: on its own session it only fails with the connection, and then all following
    // statements fail, too. A pooler in transaction mode has no own session, see DATABASE_URL in
    // the README.
    const begun = client.query(BEGIN);
    const [result] = await Promise.all([work(transactionOn(gate)), begun]);
    gate.close();
    const { command } = await client.query(COMMIT);
    // PostgreSQL answers `commit` with `ROLLBACK` when a statement failed and `work` went on
    // regardless.
    if (command !== 'COMMIT') throw new Error(`not committed: commit was answered by ${command}`);
    return result;
  } catch (error) {
    gate.close();
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure;
    });
    throw error;
  } finally {
    // The pool removes a connection that cannot roll back.
    client.release(broken !== undefined);
  }
}

/** The access of `work` to the connection: its statements, until the transaction starts to end. */
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

/** A drizzle session calls only `query` of its client. */
const transactionOn = (gate: TransactionGate): Transaction =>
  new NodePgTransaction(
    dialect,
    new NodePgSession(gate as unknown as PoolClient, dialect, undefined),
    undefined,
  );

/** It has a digit; `EPIPE` of the system is none. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/**
 * Returns the SQLSTATE of a failed query, even if drizzle has wrapped it; undefined for other
 * errors.
 */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && SQL_STATE.test(cause.code))
      return cause.code;
  }
  return undefined;
}

/**
 * Runs a command that stores a row. Returns the result of `instead` when the command fails because a row with
 * the same unique values exists, which a concurrent command has stored.
 */
export async function unlessTaken<Stored, Other>(
  store: () => Promise<Stored>,
  instead: () => Other | Promise<Other>,
): Promise<Stored | Other> {
  try {
    return await store();
  } catch (error) {
    if (isUniqueViolation(error)) return instead();
    throw error;
  }
}

/** Whether a statement failed because a row with the same unique values exists. */
const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === UNIQUE_VIOLATION;

/**
 * SQLSTATEs of timeouts: a lock was held for too long, or a statement ran too long. Nothing was
 * changed.
 */
const OUT_OF_TIME = ['55P03', '57014'];

/** Whether a statement waited too long for a lock, or ran too long. */
export const isOutOfTime = (error: unknown): boolean =>
  OUT_OF_TIME.includes(sqlStateOf(error) ?? '');

/**
 * Returns whether the database is temporarily unavailable: starting, stopping, full, gone, or
 * blocked.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error) ?? '';
  if (/^(?:08|53|57P)/.test(state) || isOutOfTime(error)) return true;
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
