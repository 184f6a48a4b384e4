/** Features of a production start, and development features that it must not have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_OPERATOR, DEMO_PASSWORD, DEMO_PEOPLE } from '../../../server/kit/demo-accounts.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { callOperator } from '../../support/operator/operators.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

/** The settings of a production server; these tests send nothing through them. */
const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@exchange.example',
};
const WITHOUT_CONTROL = { CONTROL_PORT: '', CONTROL_TOKEN: '' };

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ...PRODUCTION, ...WITHOUT_CONTROL, SEED: '' } });
});
afterAll(async () => expect(await server.stop()).toBe(0));

test('a new production installation has no demo accounts, mailbox, articles or control interface', async () => {
  const [person] = DEMO_PEOPLE;
  const asOperator = { account: DEMO_OPERATOR, password: DEMO_PASSWORD };
  const operator = await callOperator(server, 'createGoogleKey', asOperator);
  expect(operator).toMatchObject({ error: 'operator_credentials_incorrect' });
  const signIn = await server.call('signIn', {
    account: person?.email ?? '',
    password: DEMO_PASSWORD,
  });
  expect(signIn).toMatchObject({ error: 'credentials_incorrect' });
  expect((await server.call('listNews', { category_id: '3' })).data).toEqual([]);
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect((await fetch(`${server.origin}${path}`)).status).toBe(404);
  const ready: unknown = JSON.parse(await server.waitForLog(/"msg":"ready"/));
  expect(ready).not.toHaveProperty('controlPort');
});

test('without price sources production says so, and no market takes orders', async () => {
  await server.waitForLog(/PRICE_SOURCES is not set/);
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const prices = groups.flatMap(({ matches }) => matches.map((match) => match.reference_price));
  expect(new Set(prices)).toEqual(new Set([null]));
});

test('production does not start with a source that it does not know', async () => {
  const env = { ...PRODUCTION, PRICE_SOURCES: 'nowhere,elsewhere' };
  const { code, output } = await runServerToExit({ ...env, DATA_DIR: folders.make() });
  expect(code).toBe(1);
  expect(output).toContain('PRICE_SOURCES names "nowhere"');
});

test('production prices are those of its own trades: none before the first', async () => {
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const markets = groups.flatMap(({ matches }) => matches);
  expect(markets).not.toEqual([]);
  const none = { close: '0', change: '0', high: '0', low: '0', volume: '0', turnover: '0' };
  for (const market of markets) expect(market.currency_quotation).toEqual(none);
  const [first] = markets;
  const ofFirst = { currency_match_id: String(first?.id) };
  expect(dataOf(await server.call('listCandles', { ...ofFirst, period: '1min' }))).toEqual([]);
  expect(dataOf(await server.call('listDeals', ofFirst))).toEqual([]);
});

test('an installation with the demo operator is not opened in production', async () => {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'empty');
  const demo = await startTestServer({ dataDir, env: { SEED: 'none' } });
  await queryServer(
    demo,
    "insert into operators (account, name, password_hash, created_at_ms) values ($1, 'x', 'x', 0)",
    [DEMO_OPERATOR],
  );
  await demo.stop();
  const { code, output } = await runServerToExit({ ...PRODUCTION, DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(output).toContain(DEMO_OPERATOR);
});

test('a demo installation is not opened in production, and stays unchanged', async () => {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'demo');
  const { code, output } = await runServerToExit({ ...PRODUCTION, DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(output).toMatch(/^Meridian cannot start\. The database holds demo accounts.*\n$/);

  const demo = await startTestServer({ dataDir });
  expect((await demo.call('listNews', { category_id: '3' })).data).not.toEqual([]);
  const [person] = DEMO_PEOPLE;
  const account = person?.email ?? '';
  expect(await demo.call('signIn', { account, password: DEMO_PASSWORD })).toMatchObject({
    code: 1,
  });
  await demo.stop();
});
