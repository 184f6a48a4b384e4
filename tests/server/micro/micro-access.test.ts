/** Access to fast contracts: users who may place and read them, and the outcome of an order command whose answer was lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { RISK_VERSIONS } from '../../../contract/people/risk-versions.ts';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { addShortProduct, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FAST, SPOT } from '../../support/users/balances.ts';
import { newUser } from '../../support/users/test-user.ts';
import { transfer } from '../../support/users/transfers.ts';

const PATIENT = { timeout: 120_000 };
const PLACE_PATH = ENDPOINTS.placeMicroOrder.path;

let server: TestServer;
let product: string;
let ann: MicroUser;
let bob: MicroUser;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  ({ server, prepared: product } = await startPreparedServer(
    env,
    (database) => addShortProduct(database),
    { isOwnProcess: true },
  ));
  await setIndex(server, '97000');
  ann = await MicroUser.open(server, '100');
  bob = await MicroUser.open(server, '100');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const order = (stake: string) => ({ micro_product_id: product, direction: 'up' as const, stake });
const orderCount = async () => (await queryServer(server, 'select from micro_orders')).length;
const executed = (id: string): CommandOutcome => ({
  state: 'executed',
  record_id: id,
  error: null,
});
const nothing = (state: CommandOutcome['state']) => ({ state, record_id: null, error: null });

test('a user without a verified identity places nothing, and needs only that', async () => {
  const { email, token } = await newUser(server, {
    coins: { USDT: '10' },
    headers: newClientAddress(),
  });
  const sent = { token, headers: newClientAddress() };
  dataOf(await transfer(server, { token }, { from: SPOT, to: FAST, amount: '10' }));
  const notice = { product: 'micro', version: String(RISK_VERSIONS.micro) } as const;
  dataOf(await server.call('acknowledgeRisk', notice, sent));
  const before = await orderCount();
  const place = async () => {
    const headers = { ...newClientAddress(), 'idempotency-key': newKey() };
    return server.call('placeMicroOrder', order('1'), { token, headers });
  };
  expect(errorOf(await place())).toBe('verification_required');
  expect(await orderCount()).toBe(before);
  expect(await balanceOf(server, { token }, 'USDT', FAST)).toEqual({
    available: '10',
    frozen: '0',
  });
  await server.certify(email, undefined, { acceptsRisks: false });
  await setIndex(server, '97000');
  expect(errorOf(await place())).toBeUndefined();
});

test(
  'another user finds no order by its number, open or ended, and in no list',
  PATIENT,
  async () => {
    const open = await ann.placeOpen(product, 'up', '10');
    const expectHidden = async () => {
      expect(errorOf(await bob.call('getMicroOrder', { id: open.id }))).toBe(
        'micro_order_not_found',
      );
      expect(await bob.ask('listMicroOrders', {})).toEqual([]);
      expect((await bob.ask('listMicroHistory', {})).orders).toEqual([]);
      // The file is found by the receipt of the order alone.
      const { token } = open.receipt;
      for (const receipt of [open.id, open.id.padStart(token.length, '0')])
        expect(['invalid_request', 'settlement_not_found']).toContain(
          errorOf(await bob.call('getMicroSettlement', { receipt })),
        );
    };
    await expectHidden();
    expect(await ann.order(open.id)).toMatchObject({ id: open.id });
    await ann.reached(open.id, 'won', 'lost', 'drawn', 'voided');
    await expectHidden();
    expect((await ann.ask('listMicroHistory', {})).orders.map(({ id }) => id)).toContain(open.id);
    // Every holder of the receipt may check the result, and learns nothing about the owner.
    const { receipt, result } = await bob.ask('getMicroSettlement', {
      receipt: open.receipt.token,
    });
    expect(receipt.text).toBe(open.receipt.text);
    expect(JSON.stringify({ receipt, result })).not.toMatch(/owner|user|email/i);
  },
);

test('the outcome of an order whose answer was lost is its number, also after a kill', async () => {
  await setIndex(server, '97000');
  const key = newKey();
  expect(await bob.outcome(key)).toEqual(nothing('pending'));
  const { id } = await bob.place(product, 'up', '5', key);
  expect(await bob.outcome(key)).toEqual(executed(id));
  // The key of another user, and that of another call, look unused.
  expect(await ann.outcome(key)).toEqual(nothing('pending'));
  const spot = { path: ENDPOINTS.placeOrder.path, idempotency_key: key };
  expect(await bob.ask('getCommandOutcome', spot)).toEqual(nothing('pending'));
  await server.kill();
  await server.restart();
  expect(await bob.outcome(key)).toEqual(executed(id));
  expect(await ann.outcome(key)).toEqual(nothing('pending'));
});

test('an order command that comes after its latest time places nothing, and its outcome says so', async () => {
  await setIndex(server, '97000');
  const key = newKey();
  const expiresAt = (await server.controlAdvance(0)) - 1;
  const before = await orderCount();
  const headers = {
    ...newClientAddress(),
    'idempotency-key': key,
    'command-expires-at': String(expiresAt),
  };
  const late = await server.call('placeMicroOrder', order('1'), { token: ann.token, headers });
  expect(errorOf(late)).toBe('command_expired');
  expect(await orderCount()).toBe(before);
  const question = { path: PLACE_PATH, idempotency_key: key, expires_at: String(expiresAt) };
  // Commands of the killed server may still be ending, so the outcome stays pending for a moment.
  await eventually(async () =>
    expect(await ann.ask('getCommandOutcome', question)).toEqual(nothing('not_executed')),
  );
  // The report has closed the key.
  expect(errorOf(await ann.call('placeMicroOrder', order('1'), key))).toBe('command_expired');
  expect(await orderCount()).toBe(before);
});
