/** Data that the log must not contain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, newAddress, PASSWORD, signIn, signUp } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none' } });
});
afterAll(() => server.stop());

test('a failed query is logged with its cause and without its values', async () => {
  const email = newAddress();
  await signUp(server, email);
  const before = server.logs.length;
  await queryServer(server, 'alter table sessions rename column generation to former');

  expect(errorOf(await signIn(server, email))).toBe('internal_error');

  await server.waitForLog(/request failed/);
  const logged = server.logs.slice(before).join('\n');
  expect(logged).toMatch(/Failed query: insert into \\"sessions\\"/);
  expect(logged).toContain('column \\"generation\\" of relation \\"sessions\\" does not exist');
  for (const secret of [PASSWORD, email, 'params', '127.0.0.1'])
    expect(logged).not.toContain(secret);
});
