/** No spelling of a request and no reset of its connection bypasses the limits per address. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { errorOf, newAddress } from '../../support/users/accounts.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

const { path } = ENDPOINTS.listAreas;
const BATCH = 100;

/** Sends `target` unchanged, because `fetch` would normalize it. */
async function statusOf(target: string, headers: Record<string, string>): Promise<number> {
  const sent = request(server.origin, { path: target, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** Returns the statuses of a little more than a minute's quota. */
async function flood(target: string, addressOf: (index: number) => string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let sent = 0; sent <= LIMITS.requests_per_minute_per_address; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) =>
      statusOf(target, { 'x-forwarded-for': addressOf(sent + index) }),
    );
    for (const status of await Promise.all(batch)) statuses.add(status);
  }
  return statuses;
}

test.each([
  ['another spelling of the path', path.replace('/api', '/%61pi'), '198.51.100.1'],
  ['a whole address as its target', `http://elsewhere.example${path}`, '198.51.100.2'],
  ['a published document in place of data', '/limits.json', '198.51.100.3'],
])('a call with %s is counted like any other', async (_name, target, address) => {
  expect(await flood(target, () => address)).toEqual(new Set([200, 429]));
});

describe('the addresses of one IPv6 network share', () => {
  const addressOf = (index: number) => `2001:db8:7:7::${index.toString(16)}`;

  test('the requests of a minute', async () => {
    expect(await flood(path, addressOf)).toEqual(new Set([200, 429]));
  });

  test('the codes of an hour', async () => {
    const errors: unknown[] = [];
    for (let sent = 0; sent <= LIMITS.verification_codes_per_address_per_hour; sent++) {
      const fields = { email: newAddress(), scene: 'register' } as const;
      const headers = { 'x-forwarded-for': `2001:db8:8:8::${sent.toString(16)}` };
      errors.push(errorOf(await server.call('sendEmailCode', fields, { headers })));
    }
    expect(errors.indexOf('rate_limited')).toBe(LIMITS.verification_codes_per_address_per_hour);
  });

  test('the sockets that may be open', async () => {
    const opened = Array.from(
      { length: LIMITS.socket_connections_per_address_max + 1 },
      (_, host) => openSocket(addressOf(host)),
    );
    const outcomes = await Promise.all(opened);
    expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(1);
    for (const socket of outcomes) if (socket instanceof WebSocket) socket.close();
  });
});

/** Returns the open socket, or the status of the refusal. */
function openSocket(address: string): Promise<WebSocket | number | undefined> {
  const url = `${server.origin.replace('http', 'ws')}${SOCKET_PATH}`;
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    socket.once('error', reject);
  });
}

/** Sends a request, and resets the connection before the server can answer. */
async function sendAndReset(): Promise<void> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  // A reset may reach either side first.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(server.origin).host}\r\n\r\n`, () =>
    socket.resetAndDestroy(),
  );
  await once(socket, 'close');
}

test('requests of connections that were reset, which no limit can count, leave no line in the log', async () => {
  const from = server.logs.length;
  for (let sent = 0; sent < BATCH; sent += 1) await sendAndReset();
  expect(await statusOf(path, { 'x-forwarded-for': '198.51.100.9' })).toBe(200);
  expect(server.logs.slice(from).filter((line) => line.includes('request failed'))).toEqual([]);
});

test('an offer to upgrade to another protocol is ignored', async () => {
  const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMA' };
  expect(await statusOf(path, offer)).toBe(200);
});

test('the development mailbox is not served through a proxy', async () => {
  expect(await statusOf('/dev/mailbox.json', {})).toBe(200);
  expect(await statusOf('/dev/mailbox.json', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
  expect(await statusOf('/dev/mailbox.json', { forwarded: 'for=127.0.0.1' })).toBe(404);
});
