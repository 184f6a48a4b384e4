/** Whose records operators look at. */
import { inArray } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { OperatorPerson } from '../../../contract/operator/schemas/fields.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';

/** Gives a person by id. @throws AssertionError for an id that was not asked for. */
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
