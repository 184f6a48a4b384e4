/** The control interface of tests: its ledger commands and its refusals. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { dataOf, newAddress, signIn, signUp } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { MARKET_MAKER: 'off' } });
});
afterAll(() => server.stop());

const bitcoinOf = async (token: string) =>
  dataOf(await server.call('getAccount', { account_type_id: '1', currency_id: '2' }, { token }))
    .available;

test('a grant is in the account when it is answered, again after a restart, and the ledger is consistent', async () => {
  const address = newAddress('granted');
  const { accessToken: token } = await signUp(server, address);
  await server.grant(address, 'BTC', '0.000000000000000001');
  await server.grant(address, 'BTC', '1.5');
  expect(await bitcoinOf(token)).toBe('1.500000000000000001');
  await server.kill();
  await server.restart();
  expect(await bitcoinOf(token)).toBe('1.500000000000000001');
  const { currencies, faults } = await server.verifyLedger();
  expect(faults).toEqual([]);
  expect(currencies.map(({ sum }) => sum)).toEqual(currencies.map(() => '0'));
});

test('each verification starts over: a balance changed by hand in between is found', async () => {
  const address = newAddress('changed');
  await signUp(server, address);
  await server.grant(address, 'BTC', '1');
  const add = (units: number) =>
    queryServer(
      server,
      `update ledger_accounts set available = available + $1 where account_type = 1 and owner_id =
         (select id from users where email = $2)`,
      [units, address],
    );
  expect((await server.verifyLedger()).faults).toEqual([]);
  await add(1);
  expect((await server.verifyLedger()).faults).not.toEqual([]);
  await add(-1);
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('a verification of recent entries finds a balance changed by hand, and entries booked since', async () => {
  const address = newAddress('recent');
  await signUp(server, address);
  await server.grant(address, 'BTC', '1');
  expect((await server.verifyLedger()).faults).toEqual([]);
  const change = (sql: string) =>
    queryServer(server, `${sql} where owner_id = (select id from users where email = $1)`, [
      address,
    ]);
  await server.grant(address, 'BTC', '1');
  expect(await server.verifyRecent()).toEqual([]);
  await change('update ledger_accounts set available = available + 1');
  expect(await server.verifyRecent()).not.toEqual([]);
  await change('update ledger_accounts set available = available - 1');
  expect(await server.verifyRecent()).toEqual([]);
});

test('a certified user may trade at once, under the given name', async () => {
  const address = newAddress('certified');
  const { accessToken: token } = await signUp(server, address);
  expect(dataOf(await server.call('getUserInfo', {}, { token })).is_user_real).toBe(false);
  await server.certify(address, 'Ann Example');
  expect(dataOf(await server.call('getUserInfo', {}, { token })).is_user_real).toBe(true);
  const rows = await queryServer(server, 'select real_name from users where email = $1', [address]);
  expect(rows).toEqual([{ real_name: 'Ann Example' }]);
});

test('a grant by number reaches the user with that number', async () => {
  const { accessToken: token } = dataOf(
    await signIn(server, 'demo.trader@meridian.test', DEMO_PASSWORD),
  );
  const { id } = dataOf(await server.call('getUserInfo', {}, { token }));
  const before = Number(await bitcoinOf(token));
  await server.grant(id, 'BTC', '1');
  expect(Number(await bitcoinOf(token))).toBe(before + 1);
});

test.each<[string, string | number, string, string]>([
  ['an unknown user', 'nobody@example.com', 'BTC', '1'],
  ['an unknown number', 4_242, 'BTC', '1'],
  ['an unknown currency', 'demo.trader@meridian.test', 'ABC', '1'],
  ['nothing', 'demo.trader@meridian.test', 'BTC', '0'],
  ['a negative amount', 'demo.trader@meridian.test', 'BTC', '-1'],
  ['too many decimals', 'demo.trader@meridian.test', 'BTC', `0.${'0'.repeat(18)}1`],
  ['no number', 'demo.trader@meridian.test', 'BTC', '1e3'],
])('a grant of or to %s is refused', async (_, to, currencyCode, amount) => {
  await expect(server.grant(to, currencyCode, amount)).rejects.toThrow(/400/);
});

test('the token is accepted bare and after Bearer, a wrong one neither way', async () => {
  // The log line of the last start.
  const ready = server.logs.findLast((line) => line.includes('"msg":"ready"')) ?? '{}';
  const { controlPort } = JSON.parse(ready) as { controlPort: number };
  const ask = async (authorization: string) =>
    (
      await fetch(`http://127.0.0.1:${controlPort}/clock/advance`, {
        method: 'POST',
        headers: { authorization },
        body: '{"ms":0}',
      })
    ).status;
  const token = 'control-token-of-the-tests';
  expect(await ask(token)).toBe(200);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  expect(await ask('Bearer another-token-of-the-tests')).toBe(401);
});
