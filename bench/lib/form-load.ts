/**
 * Form posts over raw keep-alive sockets, one request at a time on each, in a closed loop or at a rate. A client
 * library would cost more than the server that is measured on the same two cores.
 */
import { connect, type Socket } from 'node:net';

/** One request. Each user has an own address, so that the limit per address stays on and is not reached. */
export interface FormRequest {
  readonly path: string;
  readonly token: string;
  /** Number of the user. */
  readonly person: number;
  readonly key: string;
  readonly form: string;
}

export interface LoadReport {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds of every response, at a rate since the time that the rate gives its request. */
  readonly latencies: readonly number[];
  /** Responses by `error`; successes under `ok`, or under what `unfinished` calls them. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly cpuSeconds: number;
}

export interface FormLoad {
  readonly port: number;
  readonly connections: number;
  /** Requests a second of all connections together; without it, each response is followed by the next request. */
  readonly ratePerS?: number | undefined;
  /**
   * Returns undefined to end the load.
   * @param connection number of the connection, from 0.
   * @param answer body of the response to its last request; undefined for its first.
   */
  next(connection: number, answer: string | undefined): FormRequest | undefined;
  /** Returns the outcome of a success that does not count as one; undefined for the others. */
  readonly unfinished?: ((answer: string) => string | undefined) | undefined;
}

const MS_PER_S = 1_000;

export async function runFormLoad(load: FormLoad): Promise<LoadReport> {
  const latencies: number[] = [];
  const outcomes = new Map<string, number>();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const take = (body: string, ms: number): void => {
    const isOk = body.startsWith('{"code":1,');
    const outcome = isOk
      ? (load.unfinished?.(body) ?? 'ok')
      : (/"error":"([a-z_]+)"/.exec(body)?.[1] ?? 'unknown');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    latencies.push(ms);
  };
  await Promise.all(Array.from({ length: load.connections }, (_, at) => converse(load, at, take)));
  const seconds = (performance.now() - begun) / MS_PER_S;
  const { user, system } = process.cpuUsage(cpu);
  const cpuSeconds = (user + system) / 1e6;
  return {
    answered: latencies.length,
    seconds,
    latencies,
    outcomes: Object.fromEntries(outcomes),
    cpuSeconds,
  };
}

/** Sends a request, waits for the response, and repeats. */
function converse(
  { port, connections, ratePerS, next }: FormLoad,
  connection: number,
  take: (body: string, ms: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const everyMs = ratePerS === undefined ? 0 : (connections * MS_PER_S) / ratePerS;
    // Connections take turns.
    let dueAtMs = performance.now() + (everyMs * connection) / connections;
    let received = '';
    const ask = (answer?: string): void => {
      const waitMs = everyMs === 0 ? 0 : dueAtMs - performance.now();
      if (waitMs > 0) setTimeout(send, waitMs, answer);
      else send(answer);
    };
    const send = (answer?: string): void => {
      const request = next(connection, answer);
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      if (everyMs === 0) dueAtMs = performance.now();
      write(socket, request);
    };
    socket.setEncoding('latin1');
    socket.once('connect', () => ask());
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.on('data', (data: string) => {
      received += data;
      const body = bodyOf(received);
      if (body === undefined) return;
      received = '';
      take(body, performance.now() - dueAtMs);
      dueAtMs += everyMs;
      ask(body);
    });
  });
}

function write(socket: Socket, { path, token, person, key, form }: FormRequest): void {
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${token}\r\n` +
      `X-Forwarded-For: 10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}\r\n` +
      `Lang: en-US\r\nIdempotency-Key: ${key}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
  );
}

/** The body, once it is complete. */
function bodyOf(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  return text.length >= end + 4 + length ? text.slice(end + 4) : undefined;
}
