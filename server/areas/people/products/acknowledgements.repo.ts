/** Statements on the risk notices that users have accepted. */
import { and, eq } from 'drizzle-orm';
import type { Product } from '../../../../contract/people/risk-versions.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { riskAcknowledgements } from '../../../kit/db/schema/people.ts';

/** One version of a product's notice. */
interface RiskNotice {
  readonly product: Product;
  readonly version: number;
}

/** Returns when the user accepted the notice; undefined before. */
export async function findAcknowledgement(
  database: Executor,
  userId: number,
  { product, version }: RiskNotice,
): Promise<EpochMs | undefined> {
  const [row] = await database
    .select({ atMs: riskAcknowledgements.atMs })
    .from(riskAcknowledgements)
    .where(
      and(
        eq(riskAcknowledgements.userId, userId),
        eq(riskAcknowledgements.product, product),
        eq(riskAcknowledgements.version, version),
      ),
    );
  return row?.atMs;
}

/** Stores that the user has accepted the notice; the time of an earlier one stays. */
export async function insertAcknowledgement(
  database: Executor,
  userId: number,
  { product, version }: RiskNotice,
  now: EpochMs,
): Promise<void> {
  await database
    .insert(riskAcknowledgements)
    .values({ userId, product, version, atMs: now })
    .onConflictDoNothing();
}
