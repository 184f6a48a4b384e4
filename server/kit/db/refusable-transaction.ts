/** A transaction that a refusal rolls back. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import { sql } from 'drizzle-orm';
import { COMMAND_WAIT_MS_MAX } from './database.ts';
import type { Database, Transaction } from './database.ts';
import { transaction } from './transaction.ts';

class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

/**
 * Like `transaction`: commits when `work` returns a value, rolls back when it refuses or rejects.
 */
export async function refusableTransaction<T, E extends ErrorName>(
  database: Database,
  work: (tx: Transaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await transaction(database, async (tx) => {
      const answer = await work(tx);
      if (!answer.ok) throw new Refused(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal as Refusal<E>;
    throw error;
  }
}

const BOUND_WAITS = sql.raw(`set local lock_timeout = ${COMMAND_WAIT_MS_MAX}`);

/**
 * Like {@link refusableTransaction}, for a database without statement limits: `work` waits no
 * longer for a lock than a command may.
 */
export const commandTransaction = <T, E extends ErrorName>(
  database: Database,
  work: (tx: Transaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> =>
  refusableTransaction(database, async (tx) => {
    // Awaited, because drizzle sends a statement only when it is awaited, and that of `work` would
    // be first.
    await tx.execute(BOUND_WAITS);
    return work(tx);
  });
