/** Statements of operators on all offerings, drafts too, and on distributed tokens. */
import { desc, eq } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { ieoOfferings } from '../../kit/db/schema/ieo.ts';
import type { OfferingRow } from './ieo.types.ts';

/** Returns all offerings with the drafts, the newest first. */
export const findOfferings = (database: Executor): Promise<OfferingRow[]> =>
  database.select().from(ieoOfferings).orderBy(desc(ieoOfferings.id));

/** Returns the currencies of the tokens that an offering has distributed. */
export async function findDistributedTokens(database: Executor): Promise<readonly number[]> {
  const rows = await database
    .selectDistinct({ currencyId: ieoOfferings.tokenCurrencyId })
    .from(ieoOfferings)
    .where(eq(ieoOfferings.phase, 'ended'));
  return rows.map(({ currencyId }) => currencyId);
}
