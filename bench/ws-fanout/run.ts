/**
 * One quote to 1,000 sockets: our gateway against a bare loop of `ws` sends. Both run in this process and
 * publish in turn; the readers are another process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type * as ws from 'ws';
import type { DayMarketMessage } from '../../contract/channels.ts';
import { LIMITS } from '../../contract/limits.ts';
import { refuse } from '../../contract/result.ts';
import { createLog } from '../../server/kit/log.ts';
import type { MarketListener, MarketSource } from '../../server/areas/market/market.area.ts';
import { createSimulatedMarket } from '../../tests/support/market/simulated-market.ts';
import { createGateway } from '../../server/edge/ws/gateway.ts';
import { textFrame } from '../../server/edge/ws/text-frame.ts';
import { sized } from '../lib/mode.ts';
import { median, printGoals, printTable, quantile, round } from '../lib/table.ts';
import type { ReaderCommand } from './readers.ts';

/** The server's version of `ws`; a bench dependency has an older one closer to this file. */
const { WebSocket, WebSocketServer } = createRequire(
  path.join(import.meta.dirname, '../../server/edge/ws/gateway.ts'),
)('ws') as typeof ws;

const SOCKETS = sized(1_000, 20);
const WARM_UP_QUOTES = sized(50, 2);
const QUOTES = sized(400, 6);
const RATIO_MIN = 0.9;

interface Contestant {
  readonly name: string;
  readonly port: number;
  publish(message: DayMarketMessage): void;
}

interface Sample {
  /** Time for which the event loop was blocked, in ms. */
  readonly heldMs: number;
  /** Processor time of this process until the last reader had the quote. */
  readonly cpuMs: number;
  /** Time until the last reader had the quote, in ms. */
  readonly deliveredMs: number;
}

/** One market of the simulation that publishes only the quotes of the bench. */
function createBenchMarket() {
  const simulated = createSimulatedMarket({ seed: 'bench', clock: { now: Date.now } });
  const [first] = simulated.spotMarkets;
  if (first === undefined) throw new Error('the catalog is empty');
  const [, market] = first;
  const listeners = new Set<MarketListener>();
  const source: MarketSource = {
    spotMarkets: new Map([first]),
    forexPairs: new Map(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const publish = ({ quotation }: DayMarketMessage): void => {
    for (const listener of listeners) listener.onDeals(market, [], quotation);
  };
  return { source, publish };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A gateway without trades and sign-ins. */
const NO_TRADING = {
  depth: { depth: () => undefined, subscribe: () => () => undefined },
  fiatAds: { version: () => undefined },
  index: { recent: () => undefined, subscribe: () => () => undefined },
  marks: { marks: () => new Map(), subscribe: () => () => undefined },
  users: {
    prepare: async () => undefined,
    isPrepared: () => true,
    read: () => ({ orders: [], balances: [] }),
    subscribe: () => () => undefined,
  },
  sessions: {
    authenticate: async () => refuse('unauthorized'),
    findLive: async () => new Set<string>(),
    onSessionEnd: () => () => undefined,
  },
};

async function openGateway(): Promise<Contestant> {
  const { source, publish } = createBenchMarket();
  const gateway = createGateway({
    ...NO_TRADING,
    source,
    clock: { now: Date.now },
    log: createLog('silent'),
    allowedOrigins: [],
    limits: {
      ...LIMITS,
      socket_connections_per_address_max: SOCKETS,
      socket_idle_close_ms: Number.POSITIVE_INFINITY,
    },
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => gateway.handleUpgrade(request, socket, head));
  return { name: 'gateway', port: await listening(server), publish };
}

async function openBareLoop(): Promise<Contestant> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  return {
    name: 'bare ws loop',
    port: await listening(server),
    publish: (message) => {
      const text = JSON.stringify(message);
      for (const client of sockets.clients) {
        if (client.readyState === WebSocket.OPEN) client.send(text);
      }
    },
  };
}

function openReaders() {
  const child = fork(path.join(import.meta.dirname, 'readers.ts'));
  const ask = (command: ReaderCommand): void => void child.send(command);
  const reply = async (type: string): Promise<void> => {
    const [message] = (await once(child, 'message')) as [{ type: string }];
    if (message.type !== type) throw new Error(`readers said ${message.type}, not ${type}`);
  };
  return {
    async open(port: number, hello?: string): Promise<void> {
      ask({ type: 'open', port, sockets: SOCKETS, ...(hello !== undefined && { hello }) });
      await reply('opened');
    },
    /** Resolves when the readers are ready, with a promise of all bytes. */
    async expect(port: number, bytes: number): Promise<{ received: Promise<void> }> {
      ask({ type: 'await', port, bytes });
      await reply('waiting');
      return { received: reply('received') };
    },
    close: () => child.disconnect(),
  };
}

type Readers = ReturnType<typeof openReaders>;

async function measure(contestant: Contestant, readers: Readers, quote: number): Promise<Sample> {
  const message: DayMarketMessage = {
    type: 'DAY_MARKET',
    currency_match_id: 1,
    quotation: { close: `97250.${1_000 + quote}`, change: '1.25' },
  };
  const bytes = SOCKETS * textFrame(JSON.stringify(message)).length;
  const { received } = await readers.expect(contestant.port, bytes);
  const cpu = process.cpuUsage();
  const start = performance.now();
  contestant.publish(message);
  const heldMs = performance.now() - start;
  await received;
  const deliveredMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { heldMs, cpuMs: (user + system) / 1_000, deliveredMs };
}

function report(bare: readonly Sample[], ours: readonly Sample[]): void {
  const figures = (['heldMs', 'cpuMs', 'deliveredMs'] as const).map((key) => {
    const of = (samples: readonly Sample[]) => samples.map((sample) => sample[key]);
    return {
      key,
      bare: median(of(bare)),
      ours: median(of(ours)),
      bareP95: quantile(of(bare), 0.95),
      oursP95: quantile(of(ours), 0.95),
    };
  });
  printTable(
    `One quote to ${SOCKETS} sockets, ${QUOTES} quotes each in turn (ms)`,
    ['', 'bare median', 'gateway median', 'bare p95', 'gateway p95', 'bare ÷ gateway'],
    figures.map(({ key, bare: b, ours: o, bareP95, oursP95 }) => [
      { heldMs: 'event loop held', cpuMs: 'server CPU', deliveredMs: 'last reader has it' }[key],
      ...[b, o, bareP95, oursP95].map((value) => round(value, 2)),
      round(b / o, 2),
    ]),
  );
  printGoals(
    figures.map(({ key, bare: b, ours: o }) => ({
      name: `${key}: at least ${RATIO_MIN} of the bare loop`,
      met: b / o >= RATIO_MIN,
      measured: `${round(b / o, 2)}`,
    })),
  );
}

const gateway = await openGateway();
const bareLoop = await openBareLoop();
const readers = openReaders();
await readers.open(gateway.port, '{"type":"sub","params":"DAY_MARKET"}');
await readers.open(bareLoop.port);
const samples = new Map<Contestant, Sample[]>([
  [bareLoop, []],
  [gateway, []],
]);
for (let quote = -WARM_UP_QUOTES; quote < QUOTES; quote += 1) {
  const order = quote % 2 === 0 ? [bareLoop, gateway] : [gateway, bareLoop];
  for (const contestant of order) {
    const sample = await measure(contestant, readers, WARM_UP_QUOTES + quote);
    if (quote >= 0) samples.get(contestant)?.push(sample);
  }
}
report(samples.get(bareLoop) ?? [], samples.get(gateway) ?? []);
readers.close();
process.exit(0);
