/** The control interface of tests: its own port on loopback, behind a token, in no other start. */
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { EpochMs } from '../../contract/time.ts';
import type { ShiftableClock } from './shiftable-clock.ts';

export interface ControlServer {
  readonly port: number;
  close(): void;
}

const BODY_BYTES_MAX = 1_024;
const advanceBody = z.strictObject({ ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });

interface Reply {
  readonly status: number;
  readonly body: { readonly error: string } | { readonly now: EpochMs };
}

/**
 * Listens on 127.0.0.1. `POST /clock/advance` with `{"ms": n}` and the token in `Authorization`
 * moves the clock and answers `{"now": …}`.
 * @param port 0 lets the system choose.
 */
export async function startControlServer(
  options: { readonly port: number; readonly token: string },
  clock: ShiftableClock,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void answer(request, options.token, clock).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  token: string,
  clock: ShiftableClock,
): Promise<Reply> {
  if (!isSame(request.headers.authorization ?? '', token))
    return { status: 401, body: { error: 'unauthorized' } };
  if (request.method !== 'POST' || request.url !== '/clock/advance')
    return { status: 404, body: { error: 'route_not_found' } };
  const wanted = advanceBody.safeParse(await readJson(request));
  if (!wanted.success) return { status: 400, body: { error: 'invalid_request' } };
  clock.advance(wanted.data.ms);
  return { status: 200, body: { now: clock.now() } };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The parsed body; undefined when it is too large, cut off or not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > BODY_BYTES_MAX) return undefined;
    }
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
