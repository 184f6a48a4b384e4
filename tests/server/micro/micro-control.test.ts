/**
 * Every command of the control interface against fast contracts: none changes a running or an ended order, and none
 * holds the end of an open one. The clock alone has an effect: it delays an end, and the log decides it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { controlCalls } from '../../support/servers/control-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { addShortAndLong, factsOf, runningAndEnded } from '../../support/micro/kept-orders.ts';
import { MicroUser } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { SteppedIndex } from '../../support/micro/stepped-index.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';

/** 97,000.00, and a price at which an order on a rise wins. */
const [PRICE, HIGHER] = [9_700_000, 9_700_100];
/** Points from the opening to the end of an order of four seconds; its window has the last twelve. */
const [POINTS, IN_WINDOW] = [16, 12];

interface Scene {
  /** Owner of the orders. */
  readonly email: string;
  readonly withdrawalId: number;
  /** An address of the development chain, and a transaction that pays it. */
  readonly address: string;
  readonly hash: string;
  readonly nowMs: EpochMs;
}

const NO_BODY = [undefined];
const MARKET = { currency_match_id: 1 };
const PAIR = { pair: 'BTC/USDT' };
const decided = ({ withdrawalId }: Scene) => ({ withdrawal_id: withdrawalId, operator_id: 1 });

/** Valid bodies of each command, about the orders where a command can be about them. */
const BODIES: Readonly<Record<string, (scene: Scene) => readonly (object | undefined)[]>> = {
  'GET /chain/head': () => NO_BODY,
  'GET /ledger/recent': () => NO_BODY,
  'GET /ledger/totals': () => NO_BODY,
  'POST /chain/compare-reserves': () => NO_BODY,
  'POST /chain/fail-broadcast': () => [1, 0].map((count) => ({ mode: 'rejected', count })),
  'POST /chain/forget': ({ hash }) => [{ hashes: [hash] }],
  'POST /chain/mine': () => [{ blocks: 2 }],
  'POST /chain/pause': () => [true, false].map((isPaused) => ({ is_paused: isPaused })),
  'POST /chain/pay': ({ address }) => [{ address, currency_code: 'USDT', amount: '1' }],
  'POST /chain/reorg': () => [{ depth: 1 }],
  'POST /chain/transactions-to': ({ address }) => [{ address }],
  'POST /clock/advance': () => [{ ms: 5_000 }],
  'POST /clock/hold': ({ nowMs }) => [{ at_ms: nowMs + 5_000 }],
  'POST /clock/release': () => NO_BODY,
  'POST /ledger/grant': ({ email }) => [{ email, currency_code: 'USDT', amount: '1' }],
  'POST /market/close': () => [MARKET],
  'POST /market/status': () =>
    ['cancel_only', 'trading', 'halted'].map((status) => ({ ...MARKET, status })),
  'POST /prices/age': () => [{ ...PAIR, age_ms: 600_000 }],
  'POST /prices/evaluate': () => [PAIR],
  'POST /prices/remove': () => [PAIR],
  'POST /prices/reset': () => [PAIR, {}],
  'POST /prices/set': () =>
    [true, false].map((isSettled) => ({ ...PAIR, price: '50000', is_settled: isSettled })),
  'POST /users/certify': ({ email }) => [{ user: email, real_name: 'Ivy Other' }],
  // The owner stays disabled.
  'POST /users/change': ({ email: user }) =>
    ['make_agent', 'end_agent', 'disable', 'enable', 'disable'].map((change) => ({ user, change })),
  'POST /withdrawal/approve': (scene) => [decided(scene)],
  'POST /withdrawal/confirm-sent': (scene) => [{ ...decided(scene), hash: scene.hash }],
  'POST /withdrawal/declare-unsent': (scene) => [{ ...decided(scene), reason_text: null }],
  'POST /withdrawal/rebroadcast': (scene) => [decided(scene)],
  'POST /withdrawal/reject': (scene) => [
    { ...decided(scene), reason: 'other', reason_text: 'as the test says' },
  ],
  'POST /withdrawal/release': (scene) => [{ ...decided(scene), fee_max_factor: 1 }],
};

let server: TestServer;
let products: Awaited<ReturnType<typeof addShortAndLong>>;
let scene: Omit<Scene, 'email' | 'nowMs'>;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  ({ server, prepared: products } = await startPreparedServer(env, addShortAndLong));
  const payer = await newWithdrawer(server, { USDT: '60000' });
  const { address } = payer;
  // Above the automatic approval, so that it waits for a reviewer.
  const { id } = dataOf(await withdraw(server, payer, { amount: '50000' }));
  const payment = { address, currency_code: 'USDT', amount: '2' };
  const paid = await server.control('POST', '/chain/pay', payment);
  const { transaction_hash: hash } = paid as { transaction_hash: string };
  scene = { withdrawalId: Number(id), address, hash };
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

/** Gives the command with each of its bodies. */
async function command(call: string, email: string): Promise<void> {
  const [method, path] = call.split(' ') as ['GET' | 'POST', string];
  const bodiesOf = ensure(BODIES[call], `no bodies for ${call}`);
  const nowMs = await server.controlAdvance(0);
  for (const body of bodiesOf({ ...scene, email, nowMs })) await server.control(method, path, body);
}

const calls = controlCalls();

test('each command is tried, and no other', () => {
  expect(calls).toContain('POST /clock/release');
  expect(Object.keys(BODIES).toSorted()).toEqual(calls);
});

describe('a running and an ended order', () => {
  let owner: MicroUser;
  let orders: readonly MicroOrderInfo[];
  let before: readonly unknown[];
  beforeAll(async () => {
    owner = await MicroUser.open(server, '100');
    orders = await runningAndEnded(server, owner, products);
    before = await factsOf(server, owner.email, orders);
  });

  test.each(calls)('are the same after %s', async (call) => {
    await command(call, owner.email);
    expect(await factsOf(server, owner.email, orders)).toEqual(before);
  });
});

describe('an open order', () => {
  let index: SteppedIndex;
  let owner: MicroUser;
  let order: MicroOrderInfo;
  beforeAll(() => server.setMarketStatus('1', 'trading'));

  /** The order has opened at the last point, and the clock stands. */
  async function opened(): Promise<void> {
    index = await SteppedIndex.hold(server);
    owner = await MicroUser.open(server, '100');
    // The price must hold first.
    await index.pass(6, PRICE);
    const { id } = await owner.place(products.short, 'up', '7');
    await index.pass(1, PRICE);
    order = await owner.reached(id, 'open');
  }

  const result = async () => {
    const { receipt } = order;
    const headers = newClientAddress();
    return dataOf(await server.call('getMicroSettlement', { receipt: receipt.token }, { headers }))
      .result;
  };

  /** Waits for the end, and proves it by the file that all readers can download. */
  async function ended() {
    const end = await eventually(async () => ensure(await result(), 'a result'));
    // The minute of the end is signed with a point after it.
    await server.controlAdvance(2 * MINUTE_MS);
    await proveResult(server, { ...order, state: end.outcome, payout: end.payout });
    return end;
  }

  test('ends by its points after all commands, when its owner is disabled and its market halted', async () => {
    await opened();
    const before = await factsOf(server, owner.email, [order]);
    for (const call of calls.filter((one) => !one.includes('/clock/')))
      await command(call, owner.email);
    expect(await factsOf(server, owner.email, [order])).toEqual(before);
    await index.pass(POINTS, HIGHER);
    expect(await ended()).toMatchObject({ outcome: 'won', payout: '12.95', count: IN_WINDOW });
  });

  test('waits while the clock is held, and ends by the log once it is released', async () => {
    await opened();
    await index.pass(POINTS - 1, HIGHER);
    // Timers that are due run now.
    await server.controlAdvance(0);
    expect(await result()).toBeNull();
    await server.releaseClock();
    expect(await ended()).toMatchObject({ outcome: 'won', payout: '12.95' });
  });

  test('whose end the clock passes at once has the points before, and no others', async () => {
    await opened();
    const before = 8;
    await index.pass(before, HIGHER);
    await index.say(PRICE - 100);
    await server.controlAdvance(MINUTE_MS);
    const count = before - (POINTS - IN_WINDOW);
    expect(await ended()).toMatchObject({ outcome: 'won', payout: '12.95', count });
  });
});
