/** Statements on invitations between users. */
import { and, count, desc, eq, lt } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import type { User } from '../identity/identity.area.ts';

export async function countInvitees(database: Executor, inviterId: number): Promise<number> {
  const rows = await database
    .select({ invitees: count() })
    .from(users)
    .where(eq(users.invitedBy, inviterId));
  return Number(rows[0]?.invitees ?? 0);
}

export type InviteeRow = Pick<
  User,
  'id' | 'uid' | 'email' | 'mobile' | 'createdAtMs' | 'isUserReal'
>;

/** Returns the newest invitees first, `limit` of them older than `before`. */
export async function findInvitees(
  database: Executor,
  inviterId: number,
  before: number | undefined,
  limit: number,
): Promise<readonly InviteeRow[]> {
  const isOlder = before === undefined ? undefined : lt(users.id, before);
  return database
    .select({
      id: users.id,
      uid: users.uid,
      email: users.email,
      mobile: users.mobile,
      createdAtMs: users.createdAtMs,
      isUserReal: users.isUserReal,
    })
    .from(users)
    .where(and(eq(users.invitedBy, inviterId), isOlder))
    .orderBy(desc(users.id))
    .limit(limit);
}
