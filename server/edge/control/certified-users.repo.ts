/** Certifies a user of a server under test without a submission. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';

export async function markCertified(
  database: Database,
  userId: number,
  realName: string,
): Promise<void> {
  await database.update(users).set({ isUserReal: true, realName }).where(eq(users.id, userId));
}
