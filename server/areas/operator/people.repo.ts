/** Statements on the users behind the records that operators see. */
import { inArray } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { OperatorPerson } from '../../../contract/operator/schemas/fields.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';

/** Returns a lookup of users by id. @throws AssertionError for an id that was not requested. */
export async function findPeople(
  database: Executor,
  ids: readonly number[],
): Promise<(id: number) => OperatorPerson> {
  const { id, uid, email, mobile } = users;
  const wanted = [...new Set(ids)];
  const rows = await database
    .select({ id, uid, email, mobile })
    .from(users)
    .where(inArray(id, wanted));
  const people = new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, uid: row.uid, account: row.email ?? row.mobile ?? '' },
    ]),
  );
  return (userId) => ensure(people.get(userId), `user ${userId}`);
}
