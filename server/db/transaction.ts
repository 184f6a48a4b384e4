/** Runs work in one database transaction, again when PostgreSQL asks for it. */
import type { Database, Transaction } from './database.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/** What Node and `pg` say, without a code of their own, when a connection fails or breaks. */
const UNREACHABLE =
  /connect (?:ECONNREFUSED|ENOENT)|Connection terminated|timeout exceeded when trying to connect/;
const TRIES_MAX = 4;

/**
 * Commits when `work` resolves, rolls back when it rejects. A serialization failure or a deadlock
 * runs `work` again, up to four times in all: keep effects outside the database out of it.
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (tries >= TRIES_MAX || !isRetryable(error)) throw error;
    }
  }
}

/** The SQLSTATE of a failed query, also where drizzle has wrapped it; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return undefined;
}

/** Whether the database can not be reached just now: starting, stopping, full or gone. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (/^(?:08|53|57P)/.test(sqlStateOf(error) ?? '')) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (UNREACHABLE.test(cause.message)) return true;
  }
  return false;
}

function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}
