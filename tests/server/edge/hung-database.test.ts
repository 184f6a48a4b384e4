/** A database that stops to answer, and more work than the server can do: no call waits without an end. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { callOperator } from '../../support/operator/operators.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { eventually } from '../../support/eventually.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import {
  startServerOverLine,
  type ServerOverLine,
} from '../../support/servers/server-over-line.ts';
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
const read = (headers: Readonly<Record<string, string>> = {}) =>
  over.server.call('listDeposits', {}, { token: trader.token, headers });
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

/** The answer of the readiness probe. */
async function probe(): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${over.server.origin}/readyz`);
  return { status: response.status, body: await response.json() };
}
const READY = { status: 200, body: { state: 'ready' } };
const BUSY = { code: 1008, error: 'service_unavailable', retry_after_s: 1 };

const CALLS_OF_CLIENT = 300;
const OF_CLIENT_MAX = 200;
const CALLS = 1_250;
/** 16 hold the connections, and 1,200 wait for one. */
const WAITING_MAX = 1_216;

/** Half of the time that a call waits for a connection at most. */
const ARRIVAL_MS_MAX = 5_000;

/** More calls than may wait. @returns their answers, and whether all of them had arrived before the others were answered */
async function crowd(client: Client, unread: string) {
  await client.query('begin');
  await client.query('lock table deposits in access exclusive mode');
  const beganAt = performance.now();
  // Work of the server's own is among those that wait.
  let refused = 0;
  const waiting = Array.from({ length: CALLS }, async () => {
    const answer = await read(newClientAddress());
    if (answer.code !== 1) refused += 1;
    return answer;
  });
  await eventually(async () =>
    expect(await probe()).toEqual({ status: 503, body: { state: 'busy' } }),
  );
  expect(await Promise.all([read(), change()])).toMatchObject([BUSY, BUSY]);
  const market = { currency_match_id: '1' };
  dataOf(await over.server.call('getDepth', market));
  dataOf(await over.server.call('cancelAllOrders', market, { token: unread }));
  // An operator may have to halt a market now.
  expect(errorOf(await callOperator(over.server, 'signOut', {}))).toBe('unauthorized');
  // On a busy machine the last calls arrive when their session has to be read again, and wait for that.
  const areAllThere = () => refused >= CALLS - WAITING_MAX;
  await eventually(() =>
    expect(areAllThere() || performance.now() - beganAt > ARRIVAL_MS_MAX).toBe(true),
  );
  const haveArrived = areAllThere();
  await client.query('rollback');
  return { answers: await Promise.all(waiting), haveArrived };
}

test('calls that would wait behind 1,200 others for a connection are refused at once, the others answered', async () => {
  // The server may still recover from the test before.
  const { accessToken: unread } = await eventually(async () =>
    dataOf(await signIn(over.server, trader.email)),
  );
  await withServerDatabase(over.server, async (client) => {
    const { answers, haveArrived } = await crowd(client, unread);
    const answered = answers.filter(({ code }) => code === 1);
    expect(answered.length).toBeGreaterThan(1_150);
    if (haveArrived) expect(answered.length).toBeLessThanOrEqual(WAITING_MAX);
    for (const answer of answers) if (answer.code !== 1) expect(answer).toMatchObject(BUSY);
  });
  expect(await probe()).toEqual(READY);
  dataOf(await change());
});

test('one client takes only its part of the queue, and other clients are not refused', async () => {
  await withServerDatabase(over.server, async (client) => {
    await client.query('begin');
    await client.query('lock table deposits in access exclusive mode');
    const address = newClientAddress();
    let refused = 0;
    const asked = Array.from({ length: CALLS_OF_CLIENT }, async () => {
      if ((await read(address)).code !== 1) refused += 1;
    });
    await eventually(() => expect(refused).toBe(CALLS_OF_CLIENT - OF_CLIENT_MAX));
    expect(await probe()).toEqual(READY);
    const other = read(newClientAddress());
    await client.query('rollback');
    expect(await other).toMatchObject({ code: 1 });
    await Promise.all(asked);
    expect(refused).toBe(CALLS_OF_CLIENT - OF_CLIENT_MAX);
  });
});

test('commands are refused while the event loop is late again and again, reads are not', async () => {
  const { pid } = over.server;
  const refused = new AbortController();
  // A process that gets no processor is as late as one that has too much to do.
  const slowed = (async () => {
    while (!refused.signal.aborted) {
      process.kill(pid, 'SIGSTOP');
      await pause(1_200);
      process.kill(pid, 'SIGCONT');
      await pause(30);
    }
  })();
  try {
    await eventually(async () => expect(await change()).toMatchObject(BUSY), { timeout: 60_000 });
    expect(await probe()).toEqual({ status: 503, body: { state: 'busy' } });
    dataOf(await read());
  } finally {
    refused.abort();
    await slowed;
  }
  await eventually(async () => expect(await probe()).toEqual(READY));
  dataOf(await change());
});

/** The status with which an upgrade to the socket is refused. */
async function refusedUpgrade(origin: string): Promise<number | undefined> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`);
  socket.on('error', () => undefined);
  const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [
    unknown,
    IncomingMessage,
  ];
  socket.terminate();
  return statusCode;
}

test('a starting server answers with 503 from the moment at which its port is bound', async () => {
  const { server, line } = over;
  await server.kill();
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
  // The start waits for the database.
  line.hang();
  const restarted = server.restart();
  const response = await eventually(() => fetch(`${server.origin}/readyz`));
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(response.headers.get('refresh')).toBe('2');
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('The server is starting. Try again in a few seconds.\n');
  expect(await change()).toMatchObject({ ...UNAVAILABLE, retry_after_s: 2 });
  expect(await refusedUpgrade(server.origin)).toBe(503);
  line.resume();
  await restarted;
  expect(await probe()).toEqual(READY);
  dataOf(await change());
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
