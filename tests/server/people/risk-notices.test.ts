/** The risk notice of contracts before the first order, and contracts that the exchange does not offer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RISK_VERSIONS } from '../../../contract/people/risk-versions.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../../server/kit/demo-accounts.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';

const LEVER = { product: 'lever' } as const;
const PRESENT = { ...LEVER, version: String(RISK_VERSIONS.lever) };

/** Changed before a restart. */
const env: Record<string, string> = { MARKET_MAKER: 'off' };
let server: TestServer;
let market: ContractMarket;
beforeAll(async () => {
  server = await startTestServer({ env });
  market = await ContractMarket.open(server, 'BTC');
  await market.price('97250');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const rowsOf = async (user: ContractUser) =>
  queryServer<{ readonly product: string; readonly version: number; readonly at: string }>(
    server,
    'select product, version, at_ms::text as at from risk_acknowledgements where user_id = $1',
    [await user.id()],
  );
const disclosure = () => server.call('getRiskDisclosure', LEVER);

test('the first order waits for the risk notice, which is accepted once with time and version', async () => {
  const ann = await ContractUser.open(server, '1000', { acceptsRisks: false });
  const order = orderOf(market.id);
  expect(await ann.ask('getRiskStanding', LEVER)).toEqual({
    ...LEVER,
    version: RISK_VERSIONS.lever,
    is_offered: true,
    acknowledged_at: null,
  });
  expect(await ann.refusal('placeLeverOrder', order)).toBe('risk_acknowledgement_required');
  expect(await rowsOf(ann)).toEqual([]);
  const { acknowledged_at: at } = await ann.ask('acknowledgeRisk', PRESENT);
  expect(await rowsOf(ann)).toEqual([
    { product: 'lever', version: RISK_VERSIONS.lever, at: String(at) },
  ]);
  await server.controlAdvance(60_000);
  await ann.ask('acknowledgeRisk', PRESENT);
  expect((await ann.ask('getRiskStanding', LEVER)).acknowledged_at).toBe(at);
  await market.price('97250');
  expect(await ann.refusal('placeLeverOrder', order)).toBe(undefined);
});

test.each([
  ['an older notice', { version: String(RISK_VERSIONS.lever - 1 || 2) }, 'risk_notice_changed'],
  ['a later notice', { version: String(RISK_VERSIONS.lever + 1) }, 'risk_notice_changed'],
  ['no product', { product: 'spot' }, 'invalid_request'],
  ['version zero', { version: '0' }, 'invalid_request'],
])('no user accepts %s', async (_what, changes, error) => {
  const bob = await ContractUser.open(server, '10', { acceptsRisks: false });
  const body = { ...PRESENT, ...changes } as typeof PRESENT;
  expect(await bob.refusal('acknowledgeRisk', body)).toBe(error);
  expect(await rowsOf(bob)).toEqual([]);
});

test('the acceptance of one user is none of another', async () => {
  const ann = await ContractUser.open(server, '1000');
  const bob = await ContractUser.open(server, '1000', { acceptsRisks: false });
  expect(await ann.refusal('placeLeverOrder', orderOf(market.id))).toBe(undefined);
  expect(await bob.refusal('placeLeverOrder', orderOf(market.id))).toBe(
    'risk_acknowledgement_required',
  );
});

test('the notice counts the accounts with closed positions, and names no share of a few', async () => {
  const before = dataOf(await disclosure()).accounts;
  const ann = await ContractUser.open(server, '1000');
  const { id } = await ann.place(market);
  await ann.ask('closeLeverPosition', { id });
  await server.controlAdvance(3_600_000);
  expect(dataOf(await disclosure())).toMatchObject({
    accounts: before + 1,
    losing_percent: null,
    is_offered: true,
  });
  await market.price('97250');
});

test('the traders of the demo exchange have accepted, and the newcomer has not', async () => {
  const accepted = await Promise.all(
    DEMO_PEOPLE.map(async ({ email, isUserReal }) => {
      const { accessToken: token } = dataOf(await signIn(server, email, DEMO_PASSWORD));
      const standing = dataOf(await server.call('getRiskStanding', LEVER, { token }));
      return [isUserReal, standing.acknowledged_at !== null];
    }),
  );
  for (const [isUserReal, hasAccepted] of accepted) expect(hasAccepted).toBe(isUserReal);
});

test('while contracts are off, nothing is opened, and positions can be closed', async () => {
  const ann = await ContractUser.open(server, '1000');
  const { id } = await ann.place(market);
  env['LEVER_PROFILE'] = 'off';
  await server.restart();
  await market.price('98000');
  expect(await ann.refusal('placeLeverOrder', orderOf(market.id))).toBe('product_unavailable');
  expect((await ann.ask('getRiskStanding', LEVER)).is_offered).toBe(false);
  expect(dataOf(await disclosure()).is_offered).toBe(false);
  expect(dataOf(await server.call('getSetting', { key: 'lever_profile' }))).toBe('off');
  expect(await ann.ask('closeLeverPosition', { id })).toMatchObject({ state: 'closed' });
});

test('with the profile of ESMA, leverage ends at 2 for coins and at 30 and 20 for forex', async () => {
  env['LEVER_PROFILE'] = 'esma';
  await server.restart();
  await market.price('97250');
  const ann = await ContractUser.open(server, '1000');
  const markets = dataOf(await server.call('listLeverMarkets', {}));
  const mostOf = (symbol: string | null) =>
    Math.max(...markets.flatMap((each) => (each.symbol === symbol ? each.multiples : [])));
  expect([null, 'EURUSD', 'AUDUSD'].map(mostOf)).toEqual([2, 30, 20]);
  const errorWith = async (multiple: string) =>
    errorOf(await ann.call('placeLeverOrder', orderOf(market.id, { multiple })));
  expect(await errorWith('3')).toBe('multiple_not_offered');
  expect(await errorWith('2')).toBe(undefined);
});
