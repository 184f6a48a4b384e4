/**
 * The load: its own process, raw keep-alive sockets, one request under way on each. Raw, because a
 * client library costs more than the server that is measured beside it on the same two cores.
 */
import { connect, type Socket } from 'node:net';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { nextStep, randomOf, type Step } from './workload.ts';

export interface BenchMarket {
  readonly id: number;
  /** Middle price and its decimals. */
  readonly price: number;
  readonly priceScale: number;
  /** One unit of quantity. */
  readonly unit: number;
  readonly quantityScale: number;
}

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly tokens: readonly string[];
  readonly markets: readonly BenchMarket[];
}

export interface LoadReport {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds, of every answer. */
  readonly latencies: readonly number[];
  /** Answers by `error`; successes under `ok`. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly cpuSeconds: number;
}

interface Sent {
  readonly person: number;
  readonly isPlacement: boolean;
}

const OPEN_KEPT = 20_000;

class Load {
  readonly #order: LoadOrder;
  readonly #random: () => number;
  /** Open orders that may be cancelled, with their owners. */
  readonly #open: { readonly id: string; readonly person: number }[] = [];
  readonly #latencies: number[] = [];
  readonly #outcomes = new Map<string, number>();
  #keys = 0;

  constructor(order: LoadOrder) {
    this.#order = order;
    this.#random = randomOf(order.seed);
  }

  async run(): Promise<LoadReport> {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const until = begun + this.#order.seconds * 1_000;
    await Promise.all(Array.from({ length: this.#order.connections }, () => this.#converse(until)));
    const seconds = (performance.now() - begun) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    return {
      answered: this.#latencies.length,
      seconds,
      latencies: this.#latencies,
      outcomes: Object.fromEntries(this.#outcomes),
      cpuSeconds: (user + system) / 1e6,
    };
  }

  /** Asks, waits for the answer, asks again. */
  #converse(until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#order.port, '127.0.0.1');
      socket.setNoDelay(true);
      let sent: Sent = { person: 0, isPlacement: false };
      let sentAt = 0;
      let received = '';
      const ask = (): void => {
        if (performance.now() >= until) {
          socket.end();
          resolve();
          return;
        }
        sentAt = performance.now();
        sent = this.#send(socket);
      };
      socket.setEncoding('latin1');
      socket.once('connect', ask);
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.on('data', (data: string) => {
        received += data;
        const body = bodyOf(received);
        if (body === undefined) return;
        received = '';
        this.#latencies.push(performance.now() - sentAt);
        this.#take(body, sent);
        ask();
      });
    });
  }

  #send(socket: Socket): Sent {
    const step = nextStep(this.#random, {
      markets: this.#order.markets.length,
      people: this.#order.tokens.length,
    });
    if (step.kind === 'cancel') {
      const open = this.#takeOpen();
      if (open) {
        this.#write(socket, ENDPOINTS.cancelOrder.path, open.person, `id=${open.id}`);
        return { person: open.person, isPlacement: false };
      }
      return this.#send(socket);
    }
    this.#write(socket, ENDPOINTS.placeOrder.path, step.person, this.#form(step));
    return { person: step.person, isPlacement: true };
  }

  #form(step: Exclude<Step, { kind: 'cancel' }>): string {
    const market = this.#order.markets[step.market] as BenchMarket;
    const price = decimal((market.price * step.pricePpm) / 1e6, market.priceScale);
    const quantity = decimal(market.unit * step.units, market.quantityScale);
    return `currency_match_id=${market.id}&side=${step.side}&type=limit&price=${price}&quantity=${quantity}`;
  }

  /** The person's address is theirs alone, so that the limit per address stays on and is not met. */
  #write(socket: Socket, path: string, person: number, body: string): void {
    this.#keys += 1;
    const key = `bench-${this.#order.seed}-${String(this.#keys).padStart(12, '0')}`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: ${this.#order.tokens[person]}\r\n` +
        `X-Forwarded-For: 10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}\r\n` +
        `Lang: en-US\r\nIdempotency-Key: ${key}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }

  #take(body: string, { person, isPlacement }: Sent): void {
    const isOk = body.startsWith('{"code":1,');
    const outcome = isOk ? 'ok' : (/"error":"([a-z_]+)"/.exec(body)?.[1] ?? 'unknown');
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    if (!isOk || !isPlacement || !body.includes('"state":"paid"')) return;
    const id = /"id":"(\d+)"/.exec(body)?.[1];
    if (id !== undefined && this.#open.length < OPEN_KEPT) this.#open.push({ id, person });
  }

  #takeOpen() {
    const at = Math.floor(this.#random() * this.#open.length);
    const chosen = this.#open[at];
    const last = this.#open.pop();
    if (last && chosen && last !== chosen) this.#open[at] = last;
    return chosen;
  }
}

/** The body, once all of it has come. */
function bodyOf(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  return text.length >= end + 4 + length ? text.slice(end + 4) : undefined;
}

/** Canonical: no zeros at the end. */
function decimal(value: number, scale: number): string {
  const text = value.toFixed(scale);
  return scale === 0 ? text : text.replace(/\.?0+$/, '');
}

process.once('message', (order: LoadOrder) => {
  void new Load(order).run().then((report) => {
    // Not before the report has left: it is long.
    process.send?.(report, () => process.disconnect());
  });
});
