/** How long lines of the index log stay: those that decided a fast contract 400 days, the others as long as the operator says. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MicroOrderInfo } from '../../../../contract/micro/micro.ts';
import { DAY_MS, MINUTE_MS, minuteOf } from '../../../../contract/time.ts';
import { lineRemovalOf } from '../../../../server/boot/roles/price-index.ts';
import { newClientAddress } from '../../../support/servers/client-address.ts';
import {
  indexIs,
  MicroUser,
  addShortProduct,
  setIndex,
} from '../../../support/micro/micro-users.ts';
import { proveResult } from '../../../support/micro/proven-result.ts';
import { withServerDatabase } from '../../../support/databases/server-database.ts';
import { startPreparedServer } from '../../../support/servers/prepared-server.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import { dataOf } from '../../../support/users/accounts.ts';

const PATIENT = { timeout: 120_000 };
const PRICE = '97000';
/** The settlement file begins with the minute before the receipt. */
const BEFORE = 3;

let server: TestServer;
let ended: MicroOrderInfo;
/** A minute of the log that is in no settlement file. */
let unused: number;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  const started = await startPreparedServer(env, (database) => addShortProduct(database));
  server = started.server;
  const product = started.prepared;
  await setIndex(server, PRICE);
  unused = minuteOf(await server.controlAdvance(0));
  await passMinutes(BEFORE);
  const ann = await MicroUser.open(server, '100');
  const { id } = await ann.placeOpen(product, 'up', '10');
  ended = await ann.reached(id, 'won', 'lost', 'drawn', 'voided');
  await passMinutes(2);
});
afterAll(() => server.stop());

/** Each is signed with the first point after it. */
async function passMinutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await server.controlAdvance(MINUTE_MS);
    await indexIs(server, PRICE);
  }
}

/** The removal of a server that keeps all lines for a day, so many days after the order. */
async function removeAfter(days: number): Promise<void> {
  const at = ended.accepted_at + days * DAY_MS;
  await server.controlAdvance(at - (await server.controlAdvance(0)));
  // Days count back from the last signed minute.
  await passMinutes(3);
  await remove(at + MINUTE_MS);
}

const remove = (at: number): Promise<void> =>
  withServerDatabase(server, (client) =>
    lineRemovalOf(drizzle(client), { instruments: [ended.instrument], keptDays: 1 }).pass(at),
  );

/** Whether the lines of the signed minute at that time are there. */
async function hasLines(at: number): Promise<boolean> {
  const about = { instrument: ended.instrument, minute: String(at) };
  const call = server.call('listIndexMinutes', about, { headers: newClientAddress() });
  return dataOf(await call).every(({ lines }) => lines !== null);
}

test(
  'a minute that an order used outlives the others, and its result can still be checked',
  PATIENT,
  async () => {
    // The clock alone makes no line older.
    await remove(ended.accepted_at + 2 * DAY_MS);
    expect([await hasLines(unused), await hasLines(ended.accepted_at)]).toEqual([true, true]);

    await removeAfter(2);

    expect([await hasLines(unused), await hasLines(ended.accepted_at)]).toEqual([false, true]);
    await proveResult(server, ended);
  },
);

test('it goes after 400 days, and its signed end stays', async () => {
  await removeAfter(399);
  expect(await hasLines(ended.accepted_at)).toBe(true);
  await removeAfter(401);
  expect(await hasLines(ended.accepted_at)).toBe(false);
});
