/** A database that stops to answer while its connections stay open: no call waits for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { eventually } from '../../support/eventually.ts';
import { withServerDatabase } from '../../support/server-database.ts';
import { startServerOverLine, type ServerOverLine } from '../../support/server-over-line.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const folders = temporaryFolders();
let over: ServerOverLine;
let trader: TestUser;
beforeAll(async () => {
  over = await startServerOverLine(folders);
  trader = await newTrader(over.server, { USDT: '1000' });
});
afterAll(async () => {
  over.line.resume();
  await over.stop();
  folders.removeAll();
});

/** A change whose statements need the database. */
const change = () =>
  over.server.call(
    'createFeedback',
    { type: 'other', title: 'A question', content: 'Where is my deposit?' },
    { token: trader.token, headers: { 'idempotency-key': newKey() } },
  );
const read = () => over.server.call('listDeposits', {}, { token: trader.token });
const UNAVAILABLE = { code: 1008, error: 'service_unavailable', retry_after_s: 5 };

test('calls under way are answered when it hangs, later ones at once, and all again afterwards', async () => {
  dataOf(await read());
  over.line.hang();
  expect(await Promise.all([read(), change()])).toMatchObject([UNAVAILABLE, UNAVAILABLE]);
  const beganAt = performance.now();
  expect(await Promise.all([read(), change()])).toMatchObject([UNAVAILABLE, UNAVAILABLE]);
  expect(performance.now() - beganAt).toBeLessThan(5_000);
  // Needs only memory.
  expect(await over.server.call('listCurrencyMatches', {})).toMatchObject({ code: 1 });
  over.line.resume();
  await eventually(async () => expect(await read()).toMatchObject({ code: 1 }));
});

test('a call that a stop cuts is answered before its connection is closed', async () => {
  await withServerDatabase(over.server, async (client) => {
    await client.query('begin');
    await client.query('lock table deposits in access exclusive mode');
    const asked = read();
    await eventually(async () => {
      const { rows } = await client.query('select from pg_locks where not granted');
      expect(rows).not.toEqual([]);
    });
    const stopped = over.server.stop();
    expect(await asked).toMatchObject(UNAVAILABLE);
    await client.query('rollback');
    await stopped;
  });
});
