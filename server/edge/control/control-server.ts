/** The control interface for tests: listens on its own loopback port behind a token, and only in servers under test. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../kit/net/node-http.ts';
import { portTrouble } from '../../kit/net/open-port.ts';

/** The reply of a command; its status is 200 unless given. */
export interface ControlReply {
  readonly status?: number;
  readonly body: object;
}

/** Receives the parsed body; undefined when the body is missing, too large or not JSON. */
type ControlCommand = (body: unknown) => ControlReply | Promise<ControlReply>;

/** Commands by method and path, e.g. `POST /clock/advance`. */
export type ControlCommands = Readonly<Record<string, ControlCommand>>;

interface ControlServer {
  readonly port: number;
  close(): void;
}

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 1_024;
export const INVALID: ControlReply = { status: 400, body: { error: 'invalid_request' } };

/**
 * Listens on 127.0.0.1. Requests carry the token in `Authorization` and JSON as their body.
 * @param options `port` 0 lets the system choose. @throws StartupError when the port cannot be had.
 */
export async function startControlServer(
  options: { readonly port: number; readonly token: string },
  commands: ControlCommands,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    void answer(request, options.token, commands).then(({ status = 200, body }) => {
      // A keep-alive connection could close at the moment at which the next command is sent on it.
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      return response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(portTrouble(error, { host: HOST, port: options.port, portVariable: 'CONTROL_PORT' })),
    );
    server.listen(options.port, HOST, resolve);
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
  commands: ControlCommands,
): Promise<ControlReply> {
  if (!isSame(tokenOf(request), token)) return { status: 401, body: { error: 'unauthorized' } };
  const command = new Map(Object.entries(commands)).get(`${request.method} ${request.url}`);
  if (command === undefined) return { status: 404, body: { error: 'route_not_found' } };
  try {
    return await command(await readJson(request));
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

/** Returns the token of the header, with or without `Bearer` in front. */
const tokenOf = ({ headers: { authorization = '' } }: IncomingMessage): string =>
  authorization.replace(/^Bearer /, '');

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

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
