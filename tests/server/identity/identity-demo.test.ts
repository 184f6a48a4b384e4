/** The demo accounts: each can sign in, and both passwords are stored as slow hashes. */
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DEMO_PASSWORD,
  DEMO_PAY_PASSWORD,
  DEMO_PEOPLE,
} from '../../../server/kit/demo-accounts.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', PASSWORD_COST: 'full' } });
});
afterAll(() => server.stop());

test.each(DEMO_PEOPLE)('the demo exchange lets $email in', async (person) => {
  const { email, uid, isUserReal, isAgent = false } = person;
  const { accessToken } = dataOf(await signIn(server, email, DEMO_PASSWORD));
  const info = dataOf(await server.call('getUserInfo', {}, { token: accessToken }));
  expect(info).toMatchObject({ email, uid, is_user_real: isUserReal, is_agent: isAgent });
});

test('both its passwords are stored as slow hashes that match them', async () => {
  const stored = await queryServer<{ password_hash: string; pay_password_hash: string }>(
    server,
    'select password_hash, pay_password_hash from users',
  );
  expect(stored).toHaveLength(DEMO_PEOPLE.length);
  for (const { password_hash, pay_password_hash } of stored) {
    for (const storedHash of [password_hash, pay_password_hash])
      expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(password_hash, DEMO_PASSWORD)).toBe(true);
    expect(await verify(pay_password_hash, DEMO_PAY_PASSWORD)).toBe(true);
  }
});
