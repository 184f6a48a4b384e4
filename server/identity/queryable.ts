/** What identity needs of a database connection: the pool, or a transaction of it. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Runs single statements: the pool itself or an open transaction. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** Can open a transaction; it commits when `run` resolves and rolls back when it rejects. */
export interface Transactional extends Queryable {
  transaction<T>(run: (transaction: Queryable) => Promise<T>): Promise<T>;
}
