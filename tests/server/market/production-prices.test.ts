/**
 * A server in production with prices of exchanges: its market maker quotes around them, takes its quotes
 * away when they are old or its account is disabled, and quotes again when they return.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { eventually } from '../../support/eventually.ts';
import { dataOf, errorOf, newAddress, signIn, signUp } from '../../support/users/accounts.ts';
import { hashPassword } from '../../../server/areas/identity/identity.area.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { placeOrder } from '../../support/spot/orders.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { runLedgerVerify } from '../../support/ledger/run-ledger-verify.ts';
import { SpeakingExchange } from '../../support/market/speaking-exchange.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const NAMES = ['binance', 'coinbase', 'okx'];
/** The prices of exchanges are so old that they end three seconds after the last one, not ten. */
const AGO_MS = 7_000;
const MAKER = newAddress('maker');
const BUYER = newAddress('buyer');
const OPERATOR = 'olive@exchange.example';
const OPERATOR_PASSWORD = 'correct horse battery';
/** Deposits of users, by their addresses. */
const DEPOSITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [MAKER]: { BTC: '50', USDT: '5000000' },
  [BUYER]: { USDT: '2000' },
};

const folders = temporaryFolders();
const dataDir = folders.make();
let exchanges: readonly SpeakingExchange[];
let server: TestServer;
let bitcoinMarket: string;

beforeAll(async () => {
  exchanges = await Promise.all(NAMES.map((name) => SpeakingExchange.start(name)));
  const urls = exchanges.map(({ dialect, url }) => `${dialect.id}=${url}`);
  await depositCoins();
  server = await startTestServer({ dataDir, env: production(urls) });
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const first = groups.flatMap(({ matches }) => matches)[0];
  bitcoinMarket = String(ensure(first, 'a market').id);
});
afterAll(async () => {
  await server.stop();
  await Promise.all(exchanges.map((exchange) => exchange.stop()));
  folders.removeAll();
});

/** The settings of a production server with a market maker. */
const production = (urls: readonly string[]): Record<string, string> => ({
  NODE_ENV: 'production',
  SEED: '',
  CONTROL_PORT: '',
  CONTROL_TOKEN: '',
  // No mail arrives, and the users sign in from a device that is new to the exchange.
  NEW_DEVICE_CODE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@exchange.example',
  MARKET_MAKER: 'on',
  MARKET_MAKER_ACCOUNT: MAKER,
  PRICE_SOURCES: NAMES.join(','),
  PRICE_SOURCE_URLS: urls.join(','),
});

/** Signs up certified users who deposit coins, on the chain of tests, before production starts. */
async function depositCoins(): Promise<void> {
  await copyTemplateInto(dataDir, 'empty');
  const before = await startTestServer({ dataDir, env: { NODE_ENV: 'test', SEED: 'none' } });
  const chain = new ChainControl(before);
  for (const [email, coins] of Object.entries(DEPOSITS)) {
    const { accessToken: token } = await signUp(before, email);
    await before.certify(email);
    const amounts = Object.entries(coins);
    for (const [code, amount] of amounts) await chain.deposit(token, code, amount);
    await eventually(async () => {
      await chain.mine();
      const { deposits } = dataOf(await before.call('listDeposits', {}, { token }));
      expect(deposits.filter(({ phase }) => phase === 'settled')).toHaveLength(amounts.length);
    });
  }
  await queryServer(
    before,
    'insert into operators (account, name, password_hash, created_at_ms) values ($1, $2, $3, $4)',
    [OPERATOR, 'Olive', await hashPassword(OPERATOR_PASSWORD, 'low'), Date.now()],
  );
  await before.stop();
}

/** All exchanges say the price until the returned function is called. */
function sayAll(price: string): () => void {
  const endings = exchanges.map((each) => each.keepSaying(each.dialect.symbol, price, AGO_MS));
  return () => endings.forEach((end) => end());
}

const quotes = async () =>
  dataOf(await server.call('getDepth', { currency_match_id: bitcoinMarket }));

/** Waits for quotes on both sides, the best ones within 1 % of the price. */
const expectQuotesAround = (price: number) =>
  eventually(async () => {
    const { bids, asks } = await quotes();
    expect(Number(bids[0]?.[0])).toBeGreaterThan(price * 0.99);
    expect(Number(bids[0]?.[0])).toBeLessThan(price);
    expect(Number(asks[0]?.[0])).toBeLessThan(price * 1.01);
    expect(Number(asks[0]?.[0])).toBeGreaterThan(price);
  });
const expectNoQuotes = () =>
  eventually(async () => expect(await quotes()).toMatchObject({ bids: [], asks: [] }));

const tokenOf = async (email: string) => dataOf(await signIn(server, email)).accessToken;

/** The buyer takes a quote at most at the price. */
async function buy(price: string) {
  const token = await tokenOf(BUYER);
  const fields = { side: 'buy', type: 'limit', price, quantity: '0.01' } as const;
  return placeOrder(
    server,
    { email: BUYER, token },
    { currency_match_id: bitcoinMarket, ...fields },
  );
}

test('production quotes around the prices of exchanges, not around old ones, and again when they return', async () => {
  await eventually(() => {
    for (const exchange of exchanges) expect(exchange.heard.length).toBeGreaterThan(0);
  });
  expect(await quotes()).toMatchObject({ bids: [], asks: [] });
  expect(errorOf(await buy('98000'))).toBe('market_reference_unknown');

  const stopSaying = sayAll('97250.00');
  await expectQuotesAround(97_250);
  expect(dataOf(await buy('98000'))).toMatchObject({ state: 'executed' });
  stopSaying();
  await expectNoQuotes();
  const stopAgain = sayAll('91000.00');
  await expectQuotesAround(91_000);
  // Two exchanges that agree are enough.
  exchanges[0]?.hangUp();
  const [lost] = exchanges;
  if (lost !== undefined) lost.mood = 'is silent';
  await expectQuotesAround(91_000);
  stopAgain();
});

test('in production the coins of users are those that they deposited, traded and paid as fees', async () => {
  const { accessToken: token } = dataOf(await signIn(server, BUYER));
  const buyer = { email: BUYER, token };
  expect(await balanceOf(server, buyer, 'BTC')).toMatchObject({
    available: expect.stringMatching(/^0\.00\d+$/) as string,
  });
  const spent = 2000 - Number((await balanceOf(server, buyer, 'USDT')).available);
  expect(spent).toBeGreaterThan(972);
  expect(spent).toBeLessThan(983);
  const { output, code } = await runLedgerVerify(dataDir);
  expect(output).toMatch(/consistent: \d+ entries in/);
  expect(code).toBe(0);
});

/** Movements that create coins, and orders of the built-in traders of a demo. */
const ofDemos = () =>
  queryServer(
    server,
    `select (select count(*) from ledger_movements where recipe = 'seed.grant') as grants,
      (select count(*) from spot_orders where owner_id <= 0) as orders`,
  );

test('an operator who disables the account stops the market maker, until it is enabled again', async () => {
  const stopSaying = sayAll('91000.00');
  await expectQuotesAround(91_000);
  const operator = await signInOperator(server, OPERATOR, OPERATOR_PASSWORD);
  const { id } = dataOf(await server.call('getUserInfo', {}, { token: await tokenOf(MAKER) }));
  const change = { id: String(id), reason: 'the coins were sold' };
  await operator.ask('disableUser', change);
  await expectNoQuotes();
  expect(await queryServer(server, "select id from spot_orders where state = 'paid'")).toEqual([]);
  await operator.ask('enableUser', change);
  await expectQuotesAround(91_000);
  stopSaying();
});

test('with real prices nothing is granted, and the demo flow does not trade', async () => {
  expect(await ofDemos()).toEqual([{ grants: 0n, orders: 0n }]);
});

test('production names a market maker whose account does not exist', async () => {
  const other = folders.make();
  await copyTemplateInto(other, 'empty');
  const { code, output } = await runServerToExit({
    ...production([]),
    PRICE_SOURCE_URLS: NAMES.map((name) => `${name}=ws://127.0.0.1:1`).join(','),
    DATA_DIR: other,
    PORT: '0',
  });
  expect(output).toContain(`MARKET_MAKER_ACCOUNT=${MAKER}: there is no such user.`);
  expect(code).toBe(1);
});
