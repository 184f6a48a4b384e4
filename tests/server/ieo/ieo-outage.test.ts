/** An outage within the time of subscribing: its end is later by as much, for the calls as for the timer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import {
  downFor,
  startLastingServer,
  type LastingServer,
} from '../../support/fiat/lasting-database.ts';
import { findOpenOffering, subscribeOffering } from '../../support/ieo/ieo-users.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

const DOWN_MS = 3 * HOUR_MS;

let lasting: LastingServer;
let server: TestServer;
beforeAll(async () => {
  lasting = await startLastingServer();
  ({ server } = lasting);
});
afterAll(() => lasting.stop());

/** A moved clock has ended the sessions of earlier users. */
const subscribeAsNewUser = async (id: string) => {
  const user = await newUser(server, { coins: { USDT: '100' } });
  return subscribeOffering(server, user, { quantity: '100', offering: { id } });
};

test('a server that was down takes subscriptions for as much longer', async () => {
  const before = await findOpenOffering(server);
  const { id } = before;
  dataOf(await subscribeAsNewUser(id));

  await downFor(server, DOWN_MS);

  const after = await findOpenOffering(server);
  const later = after.closes_at - before.closes_at;
  expect(later).toBeGreaterThanOrEqual(DOWN_MS);
  // The restart itself adds its own time.
  expect(later).toBeLessThan(DOWN_MS + MINUTE_MS);

  await server.holdClock(before.closes_at);
  expect(dataOf(await subscribeAsNewUser(id))).toMatchObject({ state: 'committed' });
  await server.holdClock(after.closes_at - 1);
  expect(dataOf(await subscribeAsNewUser(id))).toMatchObject({ state: 'committed' });
  expect((await server.verifyLedger()).faults).toEqual([]);
  await server.holdClock(after.closes_at);
  expect(errorOf(await subscribeAsNewUser(id))).toBe('offering_not_open');
  expect((await server.verifyLedger()).faults).toEqual([]);
});
