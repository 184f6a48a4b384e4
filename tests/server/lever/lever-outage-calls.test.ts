/** Calls about contracts while PostgreSQL does not answer and five minutes pass: marks go on, and each order happens at most once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { ContractMarket, ContractUser, orderOf } from '../../support/lever/contract-users.ts';
import { startServerOverLine, type ServerOverLine } from '../../support/server-over-line.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { dataOf } from '../../support/users/accounts.ts';

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
