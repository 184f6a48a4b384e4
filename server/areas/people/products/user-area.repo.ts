/** The area of a user, by the mobile number of the account. */
import { eq } from 'drizzle-orm';
import type { Executor } from '../../../kit/db/database.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import { areaOfMobile } from '../../../kit/phone-areas.ts';

/** Returns the id of the area; undefined for an account without a mobile number, which has none. */
export async function findUserArea(
  database: Executor,
  userId: number,
): Promise<number | undefined> {
  const [user] = await database
    .select({ mobile: users.mobile })
    .from(users)
    .where(eq(users.id, userId));
  const mobile = user?.mobile ?? null;
  return mobile === null ? undefined : areaOfMobile(mobile);
}
