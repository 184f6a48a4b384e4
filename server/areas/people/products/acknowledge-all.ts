/** Accepts the risk notices of all products for a user: for the users of the demo exchange and of tests. */
import { PRODUCTS, RISK_VERSIONS } from '../../../../contract/people/risk-versions.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { insertAcknowledgement } from './acknowledgements.repo.ts';

export async function acknowledgeAll(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<void> {
  for (const product of PRODUCTS) {
    const notice = { product, version: RISK_VERSIONS[product] };
    await insertAcknowledgement(database, userId, notice, now);
  }
}
