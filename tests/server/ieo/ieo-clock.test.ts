/** Clocks that jump while an offering runs: it opens and ends once, each payment counts once, and the lists keep their order. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { allocationFaults } from '../../../contract/figures/allocation-check.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { OFFERED_TOKEN, OperatedOfferings } from '../../support/ieo/operated-offerings.ts';
import { sha256 } from '../../support/ieo/published-allocation.ts';
import { readAllocation } from '../../support/ieo/read-allocation.ts';
import {
  lockWaits,
  queryServer,
  withServerDatabase,
} from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
let offerings: OperatedOfferings;
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  offerings = await OperatedOfferings.on(server);
});
afterEach(() => server.releaseClock());
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const detail = async (id: string) => dataOf(await server.call('getOffering', { offering_id: id }));
const ask = (user: TestUser, quantity: string, id: string) =>
  subscribeOffering(server, user, { quantity, offering: { id } });
const newSubscriber = (): Promise<TestUser> => newUser(server, { coins: { USDT: '350' } });
/** A moved clock has ended the session of the user. */
const again = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: dataOf(await signIn(server, user.email)).accessToken,
});

/** The server is killed, and starts at the time of this machine: the control interface had moved its clock ahead. */
async function setBack(): Promise<void> {
  const before = await server.controlAdvance(0);
  await server.kill();
  await server.restart();
  expect(await server.controlAdvance(0)).toBeLessThan(before - MINUTE_MS);
}

/** One user asked for two of ten steps; the other one for five, of which the cap leaves four. */
async function expectSettled(id: string, small: TestUser, large: TestUser): Promise<void> {
  await eventually(async () => expect((await detail(id)).progress).toBe('distributed'));
  for (const [each, tokens, money] of [
    [small, '200', '250'],
    [large, '400', '150'],
  ] as const) {
    const user = await again(each);
    const rest = { frozen: '0' };
    await eventually(async () => {
      expect(await balanceOf(server, user, OFFERED_TOKEN, SPOT)).toEqual({
        available: tokens,
        ...rest,
      });
      expect(await balanceOf(server, user, 'USDT', SPOT)).toEqual({ available: money, ...rest });
    });
    expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toEqual({ available: '0', ...rest });
  }
  const events = await queryServer(
    server,
    `select event ->> 'type', event ->> 'delayName', count(*) from lifecycle_events
     where kind = 'ieo-offering' and id = $1 group by 1, 2 having count(*) > 1`,
    [id],
  );
  expect(events).toEqual([]);
}

test('a clock that jumps over opening and end at once opens the offering late, for its whole length', async () => {
  const [small, large] = [await newSubscriber(), await newSubscriber()];
  const id = await offerings.draft({ hasPreheat: true });
  expect(await offerings.publish(id)).toBeUndefined();
  const { opens_at: opensAt, closes_at: closesAt } = await detail(id);
  const lateMs = closesAt + MINUTE_MS;
  await server.holdClock(lateMs);
  await eventually(async () => expect((await detail(id)).state).toBe('subscribing'));
  const endsAt = lateMs + closesAt - opensAt;
  expect((await detail(id)).closes_at).toBe(endsAt);
  dataOf(await ask(small, '200', id));
  await server.holdClock(endsAt - 1);
  dataOf(await ask(large, '500', id));
  await server.holdClock(endsAt);
  expect(errorOf(await ask(small, '300', id))).toBe('offering_not_open');
  await expectSettled(id, small, large);
});

test('a clock that is set back after the opening leaves the offering open, and its end where it was', async () => {
  const [small, large] = [await newSubscriber(), await newSubscriber()];
  const id = await offerings.open();
  const open = await detail(id);
  dataOf(await ask(small, '100', id));
  await setBack();
  expect(await server.controlAdvance(0)).toBeLessThan(open.opens_at);
  dataOf(await ask(await again(small), '200', id));
  dataOf(await ask(await again(large), '500', id));
  // The announced times come a second time.
  for (const atMs of [open.preheat_at, open.opens_at, open.closes_at - 1]) {
    await server.holdClock(atMs);
    await server.controlAdvance(0);
    const { state, closes_at: closesAt } = await detail(id);
    expect({ state, closesAt }).toEqual({ state: 'subscribing', closesAt: open.closes_at });
  }
  await server.holdClock(open.closes_at);
  expect(errorOf(await ask(await again(small), '300', id))).toBe('offering_not_open');
  await expectSettled(id, small, large);
});

test('a clock that is set back between the two lists publishes the second one not before the first', async () => {
  const [small, large] = [await newSubscriber(), await newSubscriber()];
  const id = await offerings.open();
  dataOf(await ask(small, '200', id));
  dataOf(await ask(large, '500', id));
  const [inputsAt, listed] = await withServerDatabase(server, async (client) => {
    // The database may end with its server.
    client.on('error', () => {});
    // The allocation waits for the rows, and the list of them is published.
    await client.query(`begin; select from ieo_subscriptions where offering_id = ${id} for update`);
    await offerings.passPhase();
    await lockWaits(client, 1);
    const { proof } = await detail(id);
    expect(proof).toMatchObject({ outputs_at: null });
    const inputs = await readAllocation(server, id);
    await server.kill();
    return [ensure(proof, 'the first list').inputs_at, inputs] as const;
  });
  await server.restart();
  expect(await server.controlAdvance(0)).toBeLessThan(inputsAt - MINUTE_MS);
  await expectSettled(id, small, large);
  const { proof } = await detail(id);
  expect(proof).toMatchObject({ inputs_at: inputsAt, outputs_at: inputsAt });
  // A reader had the requests and their hash before there was a result, and the result follows from them.
  expect(allocationFaults(sha256, listed)).toEqual([]);
  expect(listed.rows).toMatchObject([
    { wanted: 2, allocated: null },
    { wanted: 5, allocated: null },
  ]);
  const allocated = await readAllocation(server, id);
  expect(allocationFaults(sha256, allocated)).toEqual([]);
  expect(allocated).toEqual({
    ...listed,
    outputsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    rows: listed.rows.map((row, index) => ({ ...row, allocated: [2, 4][index] })),
  });
});
