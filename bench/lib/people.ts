/** Users with money and tokens, written directly to the database, because the benches do not measure sign-up. */
import type { Client } from 'pg';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { hashPassword } from '../../server/areas/identity/identity.area.ts';
import { digest } from '../../server/kit/seal/secrets.ts';

const TOKEN_MS = 86_400_000;
/** Units of each currency that every user has. */
const GRANT = 10n ** 27n;

/**
 * @returns ids and access tokens of `count` certified users who have some of every currency in accounts of
 * those types.
 */
export async function addPeople(
  client: Client,
  count: number,
  accountTypes: readonly number[] = [ACCOUNT_TYPES.spot],
): Promise<{ readonly tokens: readonly string[]; readonly owners: readonly number[] }> {
  const now = Date.now();
  const tokens = Array.from(
    { length: count },
    (_, n) => `bench-token-${String(n).padStart(32, '0')}`,
  );
  const { rows } = await client.query<{ id: number }>(
    `insert into users (uid, email, password_hash, is_user_real, real_name, invite_code, locale, created_at_ms)
     select 'b' || n, 'b' || n || '@bench.test', 'none', true, 'Bench', 'B' || n, 'en-US', $2
     from generate_series(1, $1) as n returning id`,
    [count, now],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `with person as (
       select gen_random_uuid() as session, id, hash from unnest($1::int[], $2::text[]) as p (id, hash)
     ), opened as (
       insert into sessions (id, user_id, created_at_ms, rotated_at_ms, address, user_agent)
       select session, id, $3, $3, '127.0.0.1', 'bench' from person
     )
     insert into session_tokens (hash, session_id, kind, generation, expires_at_ms)
     select hash, session, 'access', 0, $3 + ${TOKEN_MS} from person`,
    [ids, tokens.map(digest), now],
  );
  if (accountTypes.length > 0) await grantAll(client, ids, accountTypes);
  return { tokens, owners: ids };
}

/** Gives every user the same hash, because only its cost matters here, not its salt. */
export async function givePayPasswords(
  client: Client,
  owners: readonly number[],
  payPassword: string,
): Promise<void> {
  const hash = await hashPassword(payPassword, 'full');
  await client.query('update users set pay_password_hash = $1 where id = any($2)', [hash, owners]);
}

/** Gives each owner units of one currency in an account of that type, by one movement of the general journal. */
export async function grantEach(
  client: Client,
  owners: readonly number[],
  { currencyId, accountType, amount, cause }: Grant,
): Promise<void> {
  const values = [owners, accountType, currencyId, String(amount), cause];
  await client.query(
    `with granted as (
       select owner_id, $2::smallint as account_type, $3::integer as currency_id, $4::numeric as available
       from unnest($1::int[]) as owner_id
       union all select 0, 100, $3, -count(*) * $4::numeric from unnest($1::int[])
     ), accounts as (
       insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
       select * from granted on conflict (owner_id, account_type, currency_id)
       do update set available = account.available + excluded.available
     ), movement as (
       insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
       values (1, nextval('ledger_general_journal'), 'seed.grant', $5, 0, 'bench', 0) returning number
     )
     insert into ledger_entries
       (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
     select owner_id, account_type, currency_id, 1, number, available, 0 from granted, movement`,
    values,
  );
}

export interface Grant {
  readonly currencyId: number;
  readonly accountType: number;
  /** Units above zero. */
  readonly amount: bigint;
  /** A text that only this grant has. */
  readonly cause: string;
}

/** One movement of the general journal: custody owes the balances of all users. */
async function grantAll(
  client: Client,
  ids: readonly number[],
  accountTypes: readonly number[],
): Promise<void> {
  await client.query(
    `create temporary table grants as
       select owner_id, account_type, currencies.id as currency_id, ${GRANT}::numeric as available
       from unnest($1::int[]) as owner_id, unnest($2::int[]) as account_type, currencies`,
    [ids, accountTypes],
  );
  await client.query(
    `insert into grants select 0, 100, currency_id, -sum(available) from grants group by currency_id`,
  );
  await client.query(`
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
    select * from grants on conflict (owner_id, account_type, currency_id)
    do update set available = account.available + excluded.available`);
  await client.query(`
    with movement as (
      insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
      values (1, nextval('ledger_general_journal'), 'seed.grant', 'bench', 0, 'bench', 0) returning number
    )
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select grants.owner_id, account_type, currency_id, 1, number, available, 0 from grants, movement`);
}
