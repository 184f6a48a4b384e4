/** The index log of a running server: public minutes that every reader can check, a crash, and a second server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { drizzle } from 'drizzle-orm/node-postgres';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../../contract/assert.ts';
import type { IndexMessage } from '../../../../contract/channels.ts';
import { checkIndexMinutes } from '../../../../contract/figures/index-check.ts';
import type { IndexMinute } from '../../../../contract/micro/index/price-index.ts';
import { signedMinuteOf } from '../../../../contract/micro/index/signed-minute.ts';
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.ts';
import { indexCryptoOf, LineRemoval } from '../../../../server/areas/micro/micro.area.ts';
import { EXIT_CODES } from '../../../../server/kit/process/exit-codes.ts';
import { gone } from '../../../support/crash/processes.ts';
import { eventually } from '../../../support/eventually.ts';
import { dataOf, errorOf } from '../../../support/users/accounts.ts';
import { QUICK_NODE } from '../../../../scripts/quick-node.ts';
import { queryServer, withServerDatabase } from '../../../support/databases/server-database.ts';
import { temporaryFolders } from '../../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../../support/servers/test-server.ts';

const ROOT = new URL('../../../..', import.meta.url);
const INSTRUMENT = 'BTC/USDT';
const FIRST_POINTS = 12;
const CHANGE = `update index_minutes set head = head_before where instrument = '${INSTRUMENT}'`;
const RARELY = { interval: 250 };
/** More than the log bridges with gaps. */
const PAUSE_MS = MINUTE_MS + 5_000;

const folders = temporaryFolders();
/** Requests that the witness received; its first answer is a refusal. */
const witnessed: IndexMinute[] = [];
let refusals = 1;
const witness = createServer((request, response) => {
  void text(request).then((body) => {
    if (refusals-- > 0) response.writeHead(503);
    else witnessed.push(...(JSON.parse(body) as { minutes: IndexMinute[] }).minutes);
    response.end();
  });
});
let server: TestServer;
let startedAt: number;
beforeAll(async () => {
  startedAt = Date.now() - 1_000;
  witness.listen(0, '127.0.0.1');
  await once(witness, 'listening');
  const { port } = witness.address() as AddressInfo;
  const WITNESS_URLS = `http://127.0.0.1:${port}/heads`;
  server = await startTestServer({
    isOwnProcess: true,
    env: { SEED: 'none', MARKET_MAKER: 'off', INDEX_LOG: 'on', WITNESS_URLS },
  });
});
afterAll(async () => {
  await server.stop();
  witness.close();
  folders.removeAll();
});

/** All points since the start of the test. */
const ticks = async () =>
  dataOf(
    await server.call('listIndexTicks', {
      instrument: INSTRUMENT,
      from: String(startedAt),
      seconds: '600',
    }),
  );

/** The signed minutes of those points. */
async function minutes() {
  const last = ensure((await ticks()).at(-1), 'a point').time;
  const found = [];
  for (let at = startedAt - (startedAt % MINUTE_MS); at <= last; at += MINUTE_MS) {
    const fields = { instrument: INSTRUMENT, minute: String(at) };
    found.push(...((await server.call('listIndexMinutes', fields)).data ?? []));
  }
  return found;
}

async function crypto() {
  const answer = await fetch(`${server.origin}/index-key.json`);
  const { public_key: key } = (await answer.json()) as { public_key: string };
  return indexCryptoOf(key);
}

test('the index is there a second after the start, and what was shown outlives a kill', async () => {
  const shown = await eventually(async () => {
    const points = await ticks();
    expect(points.length).toBeGreaterThan(FIRST_POINTS);
    return points;
  }, RARELY);
  expect(shown.some(({ price }) => price !== null)).toBe(true);
  await server.kill();
  await server.restart();
  const found = await eventually(async () => {
    const points = await ticks();
    expect(ensure(points.at(-1), 'a point').time).toBeGreaterThan(shown.at(-1)?.time ?? 0);
    return points;
  }, RARELY);
  expect(found.slice(0, shown.length)).toEqual(shown);
});

test('an earlier segment is signed after the start, the present one after a pause, and nothing is wrong', async () => {
  const before = await ticks();
  await server.controlAdvance(PAUSE_MS);
  const signed = await eventually(async () => {
    const found = await minutes();
    expect(new Set(found.map(({ segment }) => segment)).size).toBe(2);
    return found;
  }, RARELY);
  const checked = signed.map((minute) => ensure(signedMinuteOf(minute), 'lines'));
  expect(checkIndexMinutes(checked, await crypto())).toEqual([]);
  const heads = new Set(signed.map(({ head }) => head));
  const segments = await ticks();
  // The end of each segment is a head that was shown.
  expect([...heads].every((head) => segments.some((tick) => tick.head === head))).toBe(true);
  expect(segments.slice(0, before.length)).toEqual(before);
});

test('a witness gets the signed end of every minute once it answers', async () => {
  await server.waitForLog(/a witness has no index/);
  const signed = await minutes();
  await eventually(async () => {
    await server.controlAdvance(MINUTE_MS / 4);
    const heads = witnessed.filter(({ instrument }) => instrument === INSTRUMENT);
    expect(heads.map(({ head }) => head)).toEqual(
      expect.arrayContaining(signed.map(({ head }) => head)),
    );
    expect(heads[0]).toMatchObject({ signature: signed[0]?.signature });
  }, RARELY);
  expect(witnessed[0]).not.toHaveProperty('lines');
});

test('the script checks minutes of an address and of a file, and names what was changed', async () => {
  const signed = await minutes();
  const at = new Date(ensure(signed[0], 'a minute').minute).toISOString();
  const online = await run([server.origin, INSTRUMENT, at]);
  expect(online).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/checked: 0 faults/) as string,
  });
  const answer = await fetch(`${server.origin}/index-key.json`);
  const { public_key: key } = (await answer.json()) as { public_key: string };
  const file = path.join(folders.make(), 'minutes.json');
  const changed = signed.map((minute) => ({ ...minute, head: minute.head_before }));
  await writeFile(file, JSON.stringify({ public_key: key, minutes: changed }));
  const offline = await run([file]);
  expect(offline).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^signature: minute/) as string,
  });
});

test('another script puts lines back that are gone, and stores no other ones', async () => {
  const signed = await minutes();
  const file = path.join(folders.make(), 'minutes.json');
  const restore = async (saved: readonly IndexMinute[]) => {
    await writeFile(file, JSON.stringify({ minutes: saved }));
    return run([file], 'scripts/index-restore.ts');
  };
  await queryServer(
    server,
    'alter table index_bodies disable trigger index_bodies_aged; delete from index_bodies; alter table index_bodies enable always trigger index_bodies_aged',
  );
  const other = signed.map((minute) => ({ ...minute, lines: minute.lines?.slice(1) ?? null }));
  expect(await restore(other)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/has signed no such lines/) as string,
  });
  expect(await restore(signed)).toMatchObject({ code: 0, errors: '' });
  // A minute may have ended since.
  expect((await minutes()).slice(0, signed.length)).toEqual(signed);
});

async function run(args: readonly string[], name = 'scripts/verify-index.ts') {
  const script = spawn(process.execPath, [name, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_NODE, NODE_ENV: 'test', DATA_DIR: server.dataDir },
  });
  const [output, errors, [code]] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, 'close') as Promise<[number]>,
  ]);
  return { code, output, errors };
}

test('each point reaches a socket, with the head of the call', async () => {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`);
  const seen: IndexMessage[] = [];
  socket.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()) as IndexMessage));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'sub', params: 'INDEX', instrument: INSTRUMENT }));
  await eventually(() => expect(seen.length).toBeGreaterThan(2), RARELY);
  socket.terminate();
  const points = seen.flatMap((message) => message.points);
  expect(await ticks()).toEqual(expect.arrayContaining(points));
  const [first, second, third] = seen;
  expect(first?.previous).toBeNull();
  expect(second?.previous).toBe(first?.points.at(-1)?.time);
  expect(third?.previous).toBe(second?.points.at(-1)?.time);
});

test('a lost connection begins another segment from what is stored', async () => {
  const from = server.logs.length;
  await queryServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meridian index writer'`,
  );
  await server.waitForLog(/the index log failed and begins again/, from);
  const lost = ensure((await ticks()).at(-1), 'a point').time;
  await eventually(async () => {
    expect(ensure((await ticks()).at(-1), 'a point').time).toBeGreaterThan(lost);
  }, RARELY);
  expect(errorOf(await server.call('listIndexTicks', { instrument: 'BTC/ETH', from: '0' }))).toBe(
    'symbol_not_found',
  );
  const later = {
    instrument: INSTRUMENT,
    minute: String(lost - (lost % MINUTE_MS) + 10 * MINUTE_MS),
  };
  expect(errorOf(await server.call('listIndexMinutes', later))).toBe('record_not_found');
});

test('lines are removed after their time, and what was signed stays', async () => {
  const [first] = await minutes();
  const at = ensure(first, 'a minute').minute;
  await server.controlAdvance(DAY_MS + 2 * MINUTE_MS);
  await eventually(async () => {
    await server.controlAdvance(MINUTE_MS / 4);
    const [{ last } = { last: 0 }] = await queryServer<{ last: string }>(
      server,
      'select max(minute_ms) as last from index_minutes',
    );
    expect(Number(last)).toBeGreaterThan(at + MINUTE_MS + DAY_MS);
  }, RARELY);
  await withServerDatabase(server, (client) => {
    const findUsed = () => Promise.resolve([]);
    const parts = { database: drizzle(client), instruments: [INSTRUMENT], keptDays: 1, findUsed };
    return new LineRemoval(parts).pass(at + MINUTE_MS + DAY_MS);
  });
  const fields = { instrument: INSTRUMENT, minute: String(at) };
  const [left] = dataOf(await server.call('listIndexMinutes', fields));
  expect(left).toEqual({ ...first, lines: null });
  expect((await ticks()).every(({ time }) => time >= at + MINUTE_MS)).toBe(true);
});

test('signed minutes cannot be changed, and the verifier of the ledger names one that was changed by hand', async () => {
  await expect(queryServer(server, CHANGE)).rejects.toThrow(/append-only/);
  // An earlier test has removed lines of signed minutes without their trigger.
  const known = /^log_unprotected: table index_bodies,/;
  expect((await server.verifyLedger()).faults.filter((fault) => !known.test(fault))).toEqual([]);
  await queryServer(
    server,
    `alter table index_minutes disable trigger index_minutes_append_only; ${CHANGE}`,
  );
  const faults = (await server.verifyLedger()).faults.join('\n');
  expect(faults).toMatch(/^index_chain_broken: instrument BTC\/USDT/m);
});

test('a server whose index log another server has taken over ends', async () => {
  await queryServer(server, `update spot_writers set epoch = epoch + 1 where name = 'index'`);
  await gone(server.pid);
  // This exit code prevents an automatic restart, which would take the turn back.
  expect(await server.stop()).toBe(EXIT_CODES.takenOver);
  expect(server.logs.join('\n')).toMatch(/another server writes the index log/);
});

test('the private key is in no log', () => {
  expect(server.logs.join('\n')).not.toMatch(/PRIVATE KEY|index_key/);
});
