/** A digest of the records of users, which any change by a refused call would change. */
import { queryServer } from '../../../support/databases/server-database.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';

const TABLES = [
  'users',
  'sessions',
  'user_security',
  'authorization_codes',
  'verification_codes',
  'team_members',
  'collection_methods',
  'kyc_submissions',
  'feedback_tickets',
  'feedback_messages',
  'pictures',
  'picture_reads',
  'deposit_addresses',
  'withdrawal_addresses',
  'withdrawals',
  'transfers',
  'spot_orders',
  'spot_postings',
  'lever_orders',
  'dealing_postings',
  'micro_orders',
  'micro_limits',
  'shops',
  'fiat_ads',
  'fiat_orders',
  'fiat_claims',
  'fiat_messages',
] as const;

export async function recordsDigest(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const columns = TABLES.map(
    (table) =>
      `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`,
  );
  const [row = {}] = await queryServer<Record<string, string>>(
    server,
    `select ${columns.join(', ')}`,
  );
  return row;
}
