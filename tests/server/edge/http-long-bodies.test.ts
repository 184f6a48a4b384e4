/** A sender of too long a body reads the reason, even while it is still sending. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

const TOO_MANY = LIMITS.body_bytes_max + 1;
const SENT_FIRST = 1_000;
const HEAD = [
  `POST ${ENDPOINTS.signIn.path} HTTP/1.1`,
  'Host: meridian.test',
  'Content-Type: application/x-www-form-urlencoded',
].join('\r\n');
const REFUSED = /^HTTP\/1\.1 413 [\s\S]*"error":"payload_too_large"/;

/**
 * Sends `first`, reads the response so far once the server has answered another caller, sends the rest, and
 * reads on.
 */
async function sendInTwo(first: string, rest: string): Promise<{ early: string; answer: string }> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve).once('error', reject);
  });
  await new Promise<void>((resolve) => void socket.write(first, () => resolve()));
  await server.call('listAreas', {});
  const early = answer;
  if (rest !== '') socket.write(rest);
  await ended;
  return { early, answer };
}

describe('a body that is too long', () => {
  test('is refused once it is complete', async () => {
    const { early, answer } = await sendInTwo(
      `${HEAD}\r\nContent-Length: ${TOO_MANY}\r\n\r\n${'a'.repeat(SENT_FIRST)}`,
      'a'.repeat(TOO_MANY - SENT_FIRST),
    );
    expect(early).toBe('');
    expect(answer).toMatch(REFUSED);
  });

  test('is refused without a declared length, too', async () => {
    const { early, answer } = await sendInTwo(
      `${HEAD}\r\nTransfer-Encoding: chunked\r\n\r\n${TOO_MANY.toString(16)}\r\n${'a'.repeat(TOO_MANY)}\r\n`,
      `${SENT_FIRST.toString(16)}\r\n${'a'.repeat(SENT_FIRST)}\r\n0\r\n\r\n`,
    );
    expect(early).toBe('');
    expect(answer).toMatch(REFUSED);
  });

  test('is refused early when it is far too long', async () => {
    const { answer } = await sendInTwo(
      `${HEAD}\r\nContent-Length: ${100 * TOO_MANY}\r\n\r\n${'a'.repeat(SENT_FIRST)}`,
      '',
    );
    expect(answer).toMatch(REFUSED);
  });
});
