/**
 * Calls about contracts while PostgreSQL does not answer and five minutes pass: marks go on, and each order, amendment,
 * cancellation, close and transfer happens at most once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
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
    /** The states of the open orders that the user sees. */
    shown: async () => (await user.ask('listLeverOrders', {})).map(({ state }) => state),
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
