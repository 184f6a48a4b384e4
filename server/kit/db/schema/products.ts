/** The table of the risk notices that users have accepted. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { PRODUCTS } from '../../../../contract/people/risk-versions.ts';
import { epochMs } from './columns.ts';
import { users } from './identity.ts';

/** One row per user and version of a notice. Append-only. */
export const riskAcknowledgements = pgTable(
  'risk_acknowledgements',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    product: text({ enum: PRODUCTS }).notNull(),
    /** See `RISK_VERSIONS`. */
    version: integer().notNull(),
    atMs: epochMs('at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.product, table.version] })],
);
