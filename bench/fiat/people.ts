/** Requirements of users to trade for fiat money, in addition to a pay password: shops with ads, uploaded vouchers. */
import type { Client } from 'pg';
import { digest } from '../../server/kit/seal/secrets.ts';
import { dataOf } from '../../tests/support/users/accounts.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';

/** @returns tickets of vouchers without a picture, because the bench does not measure cleaning of pictures. */
export async function addVouchers(client: Client, count: number): Promise<readonly string[]> {
  const tickets = Array.from({ length: count }, (_, n) => `bench-voucher-${n}`.padEnd(43, '-'));
  await client.query(
    `insert into pictures
       (id, purpose, ticket_hash, expires_at_ms, content_type, byte_count, width, height, created_at_ms)
     select gen_random_uuid(), 'voucher', hash, $2, 'image/jpeg', 1, 1, 1, $3 from unnest($1::text[]) as hash`,
    [tickets.map(digest), Date.now() + 3_600_000, Date.now()],
  );
  return tickets;
}

/** Opens a shop with one ad that sells to every user. @returns id of the ad. */
export async function openBenchShop(
  server: TestServer,
  token: string,
  { name, payPassword, price }: { name: string; payPassword: string; price: string },
): Promise<string> {
  const own = { pay_password: payPassword };
  const card = {
    kind: 'bank_card',
    real_name: 'Bench',
    account: '6222 0210 0111 2239',
    bank: 'Bank',
  } as const;
  const method = dataOf(await server.call('saveCollectionMethod', { ...card, ...own }, { token }));
  dataOf(await server.call('openShop', { name, ...own }, { token }));
  const terms = {
    side: 'sell',
    currency_id: '1',
    fiat_code: 'CNY',
    price_type: 'fixed',
    price,
    total: '1000000',
    min_amount: '7',
    max_amount: '7000',
    payment_kinds: 'bank_card',
    collection_method_ids: method.id,
    payment_window_min: '60',
    auto_open: '1',
    ...own,
  } as const;
  const headers = { 'idempotency-key': `bench-ad-of-${name}`.padEnd(24, '-') };
  return dataOf(await server.call('postFiatAd', terms, { token, headers })).id;
}
