/** The search for users by a part of their identifying data. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';

interface UserSearch {
  /** A part of a UID, an email address, a mobile number, a verified name or the name of a shop. */
  readonly text: string;
  /** Starts after this user, in the order of the list. */
  readonly beyond: number | undefined;
  readonly count: number;
}

export interface FoundUser {
  readonly id: number;
  readonly uid: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly isUserReal: boolean;
  readonly isAgent: boolean;
  readonly createdAtMs: EpochMs;
  readonly lastSignInAtMs: EpochMs | null;
  readonly disabledAtMs: EpochMs | null;
  readonly isHeldByOwner: boolean;
  /** The verified name; null for a user who is not certified. */
  readonly name: string | null;
  readonly shopName: string | null;
}

/** The time limit of a search, because without an index it may scan very many users and match none. */
const TIMEOUT_MS = 2_000;
/** Fewer digits would match nearly every number. */
const DIGITS_MIN = 3;

/**
 * Returns the newest users first. `offset 0` makes PostgreSQL search by trigrams, instead of scanning
 * users in list order.
 * @throws the error of PostgreSQL when the search exceeds its time limit
 */
export function findUsersLike(database: Database, search: UserSearch): Promise<FoundUser[]> {
  const { beyond, count } = search;
  const text = search.text.trim();
  const like = partOf(text);
  const digits = text.replaceAll(/[\s()+.-]/g, '').replace(/^00/, '');
  const isNumber = /^\d+$/.test(digits) && digits.length >= DIGITS_MIN;
  const until = beyond === undefined ? sql`true` : sql`id < ${beyond}`;
  const among = (ids: SQL) => sql`
    (select id from (${ids} offset 0) matching (id) where ${until} order by id desc limit ${count})`;
  const branches = [
    sql`select id from users where uid like ${like}`,
    sql`select id from users where lower(email) like lower(${like})`,
    ...(isNumber ? [sql`select id from users where mobile like ${partOf(digits)}`] : []),
    sql`select id from users where lower(real_name) like lower(${like})`,
    sql`select user_id from shops where lower(name) like lower(${like})`,
  ];
  return transaction(database, async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`));
    const { rows } = await tx.execute<FoundRow>(sql`
      with found as (${sql.join(branches.map(among), sql` union `)})
      select u.id, u.uid, u.email, u.mobile, u.is_user_real, u.is_agent, u.created_at_ms,
        u.last_sign_in_at_ms, u.disabled_at_ms, u.is_held_by_owner,
        u.real_name as name,
        (select name from shops s where s.user_id = u.id limit 1) as shop_name
      from users u where u.id in (select id from found)
      order by u.id desc limit ${count}`);
    return rows.map(toFound);
  });
}

/** Returns a pattern for texts that contain this text: `%`, `_` and the backslash match themselves. */
const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

interface FoundRow extends Record<string, unknown> {
  readonly id: number;
  readonly uid: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly is_user_real: boolean;
  readonly is_agent: boolean;
  readonly created_at_ms: bigint | string;
  readonly last_sign_in_at_ms: bigint | string | null;
  readonly disabled_at_ms: bigint | string | null;
  readonly is_held_by_owner: boolean;
  readonly name: string | null;
  readonly shop_name: string | null;
}
const timeOf = (at: bigint | string | null): EpochMs | null => (at === null ? null : Number(at));
const toFound = (row: FoundRow): FoundUser => ({
  id: row.id,
  uid: row.uid,
  email: row.email,
  mobile: row.mobile,
  isUserReal: row.is_user_real,
  isAgent: row.is_agent,
  createdAtMs: Number(row.created_at_ms),
  lastSignInAtMs: timeOf(row.last_sign_in_at_ms),
  disabledAtMs: timeOf(row.disabled_at_ms),
  isHeldByOwner: row.is_held_by_owner,
  name: row.name,
  shopName: row.shop_name,
});
