/** The users of the demo exchange who trade have accepted all risk notices; the newcomer has not. */
import type { EpochMs } from '../../../contract/time.ts';
import { findUserByAccount } from '../../areas/identity/identity.area.ts';
import { acknowledgeAll } from '../../areas/people/people.area.ts';
import { ensure } from '../../../contract/assert.ts';
import type { Executor } from '../../kit/db/database.ts';
import { DEMO_PEOPLE } from '../../kit/demo-accounts.ts';

export async function acceptDemoRisks(database: Executor, now: EpochMs): Promise<void> {
  for (const { email, isUserReal } of DEMO_PEOPLE) {
    if (!isUserReal) continue;
    const user = await findUserByAccount(database, { type: 'email', value: email });
    await acknowledgeAll(database, ensure(user, email).id, now);
  }
}
