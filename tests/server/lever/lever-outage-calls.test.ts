/**
 * Calls about contracts while PostgreSQL does not answer and five minutes pass: marks go on, each order, amendment,
 * cancellation, close and transfer happens at most once, and none is shown before its commit.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { WriterGate } from '../../support/crash/writer-gate.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import {
  startServerOverLine,
  type ServerOverLine,
} from '../../support/servers/server-over-line.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { CONTRACT, holdings, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { Client } from '../edge/socket-harness.ts';

const folders = temporaryFolders();
let over: ServerOverLine;
beforeAll(async () => {
  over = await startServerOverLine(folders, 'demo');
});
afterAll(async () => {
  over.line.resume();
  const { faults } = await over.server.verifyLedger();
  await over.stop();
  folders.removeAll();
  expect(faults).toEqual([]);
});

const AWAY_MS = 5 * MINUTE_MS;
const TARGETS = { take_profit: '98000', stop_loss: '96000' };
const AMENDED = { take_profit: '99000', stop_loss: '95000' };
const UNAVAILABLE = { code: 1008, error: 'service_unavailable', retry_after_s: 5 };

test('orders and closes are refused, and done once when they are repeated', async () => {
  const { server, line } = over;
  const btc = await ContractMarket.open(server, 'BTC');
  await btc.price('97250');
  const user = await ContractUser.open(server, '2200');
  const held = await user.place(btc);
  const key = newKey();
  const order = () => user.call('placeLeverOrder', orderOf(btc.id), key);
  const close = () => user.call('closeLeverPosition', { id: held.id });

  const beforeMs = (await btc.mark()).time;
  line.hang();
  // The timers that are due wait for the database.
  const advanced = server.controlAdvance(AWAY_MS);
  await btc.price('97260');
  await eventually(async () =>
    expect((await btc.mark()).time).toBeGreaterThanOrEqual(beforeMs + AWAY_MS),
  );
  // The first call is under way when the server notices, and later ones begin nothing.
  expect(await order()).toMatchObject(UNAVAILABLE);
  expect(await close()).toMatchObject(UNAVAILABLE);
  line.resume();
  await advanced;

  const { id } = dataOf(
    await eventually(async () => {
      const answer = await order();
      expect(answer.code).toBe(1);
      return answer;
    }),
  );
  expect((await user.order(held.id)).state).toBe('in_trading');
  expect((await user.order(id)).state).toBe('in_trading');
  dataOf(await close());
  const open = await user.ask('listLeverOrders', {});
  expect(open.map((each) => each.id)).toEqual([id]);
});

const unitsOf = (amount: string | null | undefined): bigint =>
  ensure(parseUnits(amount ?? '0', 18), 'an amount');

/** A user with open orders, and the calls that change them and move money; the calls can be made again with their keys. */
async function activeUser(btc: ContractMarket, eth: ContractMarket) {
  const { server } = over;
  const user = await ContractUser.open(server, '2200');
  await server.grant(user.email, 'USDT', '100');
  const amended = await user.place(btc, TARGETS);
  const limit = await user.place(btc, { type: 'limit', price: '90000' });
  const long = await user.place(eth);
  const short = await user.place(eth, { direction: 'short' });
  const { contract, spot } = ACCOUNT_TYPES;
  const [keyIn, keyOut] = [newKey(), newKey()];
  const revision = String(amended.revision);
  const amounts = async () => {
    const { [SPOT]: ofSpot, [CONTRACT]: ofContract } = await holdings(server, user);
    return { spot: unitsOf(ofSpot), contract: unitsOf(ofContract) };
  };
  const before = await amounts();
  const present = () => Promise.all([amended, limit, long, short].map(({ id }) => user.order(id)));
  return {
    act: () =>
      Promise.all([
        user.call('amendLeverTargets', { id: amended.id, revision, ...AMENDED }),
        user.call('cancelLeverOrder', { id: limit.id }),
        user.call('closeAllLeverPositions', { direction: 'all', lever_market_id: eth.id }),
        transfer(server, user, { from: spot, to: contract, amount: '30' }, keyIn),
        transfer(server, user, { from: contract, to: spot, amount: '70' }, keyOut),
      ]),
    shown: () => shownTo(user),
    /** The steps of each order, oldest first. */
    steps: async () => stepsOf(await present()),
    async expectUnchanged() {
      expect(await present()).toMatchObject([amended, limit, long, short]);
      expect(await amounts()).toEqual(before);
    },
    /** Each change has happened exactly once, and the amounts are those that follow from them. */
    async expectChanged() {
      const orders = await present();
      expect(stepsOf(orders)).toEqual(CHANGED);
      expect(orders[0]).toMatchObject(AMENDED);
      let released = unitsOf(limit.reserve);
      for (const { margin, profit, overnight_fee: nights } of orders.slice(2))
        released += unitsOf(margin) + unitsOf(profit) - unitsOf(nights);
      const moved = unitsOf('40');
      expect(await amounts()).toEqual({
        spot: before.spot + moved,
        contract: before.contract - moved + released,
      });
    },
  };
}

/** The open orders that the user sees, as far as calls change them. */
async function shownTo(user: ContractUser) {
  const orders = await user.ask('listLeverOrders', {});
  return orders.map(({ id, state, revision, take_profit: profit, stop_loss: loss }) => ({
    id,
    state,
    revision,
    targets: [profit, loss],
  }));
}

const CHANGED = ['opened targets_amended', 'placed cancelled', 'opened closed', 'opened closed'];
const stepsOf = (orders: readonly LeverOrderDetail[]): string[] =>
  orders.map(({ steps }) => steps.map(({ event }) => event).join(' '));

test('amendments, cancellations, closes and transfers of an outage happen once when they are repeated', async () => {
  const { server, line } = over;
  const [btc, eth] = [
    await ContractMarket.open(server, 'BTC'),
    await ContractMarket.open(server, 'ETH'),
  ];
  await btc.price('97250');
  await eth.price('3420');
  const underWay = await activeUser(btc, eth);
  const late = await activeUser(btc, eth);
  // The server knows the session without the database while its clock stands, so that the calls reach the writer.
  await server.holdClock((await server.controlAdvance(0)) + SECOND_MS);
  const shown = await underWay.shown();
  line.hang();
  const cut = await underWay.act();
  expect(cut.map(errorOf)).toEqual(Array(5).fill('service_unavailable'));
  // The writer has done the calls that were under way, and shows none of them before their commit.
  expect(await underWay.shown()).toEqual(shown);
  await server.releaseClock();
  const advanced = server.controlAdvance(AWAY_MS);
  const refused = await late.act();
  expect(refused.map(errorOf)).toEqual(Array(5).fill('service_unavailable'));
  line.resume();
  await advanced;

  // The calls under way go on, and one that was refused at once does nothing later.
  await eventually(async () => expect(await underWay.steps()).toEqual(CHANGED));
  await late.expectUnchanged();
  for (const user of [underWay, late]) {
    const repeated = await eventually(async () => {
      const answers = await user.act();
      expect(answers.map(errorOf)).not.toContain('service_unavailable');
      return answers;
    });
    await user.expectChanged();
    const [amendment, cancellation, closes, ...transfers] = await user.act();
    expect([amendment, cancellation].map(errorOf)).toEqual([
      'contract_order_changed',
      'contract_order_not_open',
    ]);
    expect(dataOf(closes)).toEqual({ closed: [], waiting: [] });
    expect(transfers.map(dataOf)).toEqual(repeated.slice(3).map((each) => dataOf<unknown>(each)));
    await user.expectChanged();
  }
});

/** A socket that gets the records of the user. */
async function following(user: ContractUser): Promise<Client> {
  const client = new Client(`${over.server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  await client.waitFor(({ type }) => type === 'hello');
  client.send({ type: 'auth', token: user.token });
  await client.waitFor(({ type }) => type === 'auth');
  client.send({ type: 'sub', params: 'USER' });
  await client.waitFor(({ type }) => type === 'USER');
  return client;
}

type Act = (user: ContractUser, btc: ContractMarket) => Promise<() => Promise<unknown>>;

test.each<[what: string, prepare: Act]>([
  ['an order', async (user, btc) => () => user.place(btc)],
  [
    'an amendment',
    async (user, btc) => {
      const { id, revision } = await user.place(btc, TARGETS);
      const amendment = { id, revision: String(revision), ...AMENDED };
      return () => user.ask('amendLeverTargets', amendment);
    },
  ],
  [
    'a cancellation',
    async (user, btc) => {
      const { id } = await user.place(btc, { type: 'limit', price: '90000' });
      return () => user.ask('cancelLeverOrder', { id });
    },
  ],
  [
    'a close',
    async (user, btc) => {
      const { id } = await user.place(btc);
      return () => user.ask('closeLeverPosition', { id });
    },
  ],
])(
  '%s is shown over HTTP and the socket when it is durable, and not before',
  async (_, prepare) => {
    const { server } = over;
    const btc = await ContractMarket.open(server, 'BTC');
    await btc.price('97250');
    const user = await ContractUser.open(server, '2200');
    const act = await prepare(user, btc);
    const seen = () => Promise.all([shownTo(user), holdings(server, user)]);
    const before = await seen();
    const client = await following(user);
    await client.settle();
    const messages = client.of('USER').length;
    const gate = await WriterGate.open(server, 'dealing');
    try {
      await gate.hold();
      const acting = act();
      await gate.reached();
      expect(await seen()).toEqual(before);
      await client.settle();
      expect(client.of('USER')).toHaveLength(messages);

      await gate.pass();
      await acting;
      expect(await seen()).not.toEqual(before);
      await eventually(() => expect(client.of('USER').length).toBeGreaterThan(messages));
    } finally {
      await gate.close();
      client.webSocket.terminate();
    }
  },
);
