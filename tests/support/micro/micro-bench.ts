/**
 * Fast contracts over a database of the test: the dealing writer, the index log and its points at the clock of the
 * test, and the store that holds commits back or dies.
 */
import { ensure } from '../../../contract/assert.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import { units } from '../../../contract/money/units.ts';
import { startMicroConformance } from '../../../server/areas/micro/micro-conformance.ts';
import type { MicroDesk } from '../../../server/areas/micro/micro-desk.ts';
import type { MicroExchange } from '../../../server/areas/micro/micro-exchange.ts';
import { countMicroOrders } from '../../../server/areas/micro/micro-minutes.repo.ts';
import { findNamedPoints } from '../../../server/areas/micro/micro-points.repo.ts';
import { findRunningInstruments } from '../../../server/areas/micro/micro-orders.repo.ts';
import type {
  MicroProduct,
  NewMicroRequest,
  StoredMicroOrder,
} from '../../../server/areas/micro/micro.types.ts';
import { readMicroSnapshot } from '../../../server/areas/micro/micro-store.repo.ts';
import { openMicro } from '../../../server/areas/micro/open-micro.ts';
import {
  createReadNeededPoints,
  IndexLog,
  loggedPairs,
  readStoredPoints,
} from '../../../server/areas/micro/micro.area.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { Jobs } from '../../../server/kit/jobs/jobs.ts';
import { createLog, type Log } from '../../../server/kit/log.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { eventually } from '../eventually.ts';
import { CommitGate, type WrapStore } from '../lever/commit-gate.ts';
import { USDT } from '../lever/contract-exchange.ts';
import { accepted, LeverServer } from '../lever/lever-server.ts';
import { inUsdt, usdt } from '../lever/lever-scene.ts';
import { CRYPTO, KEY } from './index/memory-index.ts';
import { FAST } from '../users/balances.ts';

const GRID_MS = 250;
type LoggedPair = Parameters<typeof loggedPairs>[0][number];
const BTC: LoggedPair = { name: 'BTC/USDT', hours: 'always', priceScale: 2 };
/** A Thursday, at the start of a minute. */
export const START = Date.UTC(2026, 10, 26, 12);
/** Four seconds, a win of 85 % and the loss of the stake; the other limits never matter. */
export const PRODUCT: MicroProduct = {
  id: 1,
  instrument: BTC.name,
  spotMarketId: 1,
  forexSymbol: null,
  priceScale: BTC.priceScale,
  seconds: 4,
  profitPpm: 850_000,
  lossPpm: 1_000_000,
  stakeMin: units(usdt('1')),
  stakeMax: units(usdt('1000')),
  ownerLimit: units(usdt('5000')),
  sideLimit: units(usdt('1000000')),
  skewLimit: units(usdt('1000000')),
  status: 'trading',
  revision: 1,
};

interface OpenOptions {
  readonly time?: number;
  /** The pairs of the exchange; those of running orders are added. */
  readonly pairs?: readonly LoggedPair[];
  readonly wrap?: WrapStore;
}

interface Sources {
  now: readonly SourcePrice[];
  /** How often they were read. */
  reads: number;
}

/** Works of jobs by name; the test runs them. */
class HandJobs {
  readonly #works = new Map<string, () => unknown>();
  readonly jobs = {
    start: (name: string, { work }: { work(): unknown }) => {
      this.#works.set(name, work);
      return { runIn: () => undefined, stop: () => Promise.resolve() };
    },
  } as unknown as Jobs;

  run(name: string): unknown {
    return ensure(this.#works.get(name), name)();
  }
}

/** A log that keeps the messages of errors in a list, and writes nothing. */
function errorsTo(list: string[]): Log {
  const note = (_: unknown, text = '') => void list.push(text);
  return Object.assign(createLog('silent'), { error: note });
}

export class MicroBench {
  readonly lever: LeverServer;
  readonly log: IndexLog;
  readonly exchange: MicroExchange;
  readonly desk: MicroDesk;
  /** Commits of the dealing writer. */
  readonly gate: CommitGate;
  readonly sources: Sources;
  /** Messages of errors in the log of the server, and the end of the server after a takeover of its index log. */
  readonly errors: readonly string[];
  readonly #hands: HandJobs;
  #keys = 0;

  private constructor(
    parts: Pick<
      MicroBench,
      'lever' | 'log' | 'exchange' | 'desk' | 'gate' | 'sources' | 'errors'
    > & {
      readonly hands: HandJobs;
    },
  ) {
    this.lever = parts.lever;
    this.log = parts.log;
    this.exchange = parts.exchange;
    this.desk = parts.desk;
    this.gate = parts.gate;
    this.sources = parts.sources;
    this.errors = parts.errors;
    this.#hands = parts.hands;
  }

  /** Takes over as the dealing writer, and as the writer of the index. */
  static async open(address: DatabaseAddress, options: OpenOptions = {}): Promise<MicroBench> {
    const { time = START, pairs = [BTC], wrap = (store) => store } = options;
    const gate = new CommitGate();
    const lever = await LeverServer.open(address, time, {
      wrap: (store) => gate.before(wrap(store)),
    });
    const { database } = lever;
    const hands = new HandJobs();
    const errors: string[] = [];
    const clock = { now: () => lever.clock.time };
    const kit = { database, clock, log: errorsTo(errors), jobs: hands.jobs };
    const sources: Sources = { now: [], reads: 0 };
    const running = await findRunningInstruments(database);
    const instruments = loggedPairs(
      pairs,
      running.map((pair) => ({ ...pair, hours: 'always' })),
    );
    const pricesOf = (name: string) => {
      sources.reads += 1;
      return pairs.some((pair) => pair.name === name) ? sources.now : [];
    };
    const log = new IndexLog({
      ...kit,
      instruments,
      pricesOf,
      key: KEY,
      countOrders: (sheets) => countMicroOrders(database, sheets),
      findNamed: (afterMs) => findNamedPoints(database, afterMs),
      address,
      onTakenOver: () => errors.push('the server ends'),
    });
    await log.start();
    const { exchange, desk } = await openMicro({
      ...kit,
      snapshot: await readMicroSnapshot(database, clock.now()),
      dealing: lever.exchange,
      currencyId: USDT,
      currency: 'USDT',
      index: log,
      readPoints: createReadNeededPoints(database, log, CRYPTO),
      hours: new Map(instruments.map(({ name, hours }) => [name, hours])),
      scales: new Map(pairs.map(({ name, priceScale }) => [name, priceScale])),
      instruments: pairs.map(({ name, priceScale }) => ({
        instrument: name,
        spotMarketId: 1,
        forexSymbol: null,
        priceScale,
      })),
      sign: (text) => KEY.sign(text),
    });
    await startMicroConformance({
      ...kit,
      view: exchange,
      readStored: (instrument, during) => readStoredPoints(database, instrument, during),
      isSigned: CRYPTO.isSigned,
      onDiffering: () => exchange.suspend(),
    });
    return new MicroBench({ lever, log, exchange, desk, gate, sources, errors, hands });
  }

  get now(): number {
    return this.lever.clock.time;
  }

  set now(time: number) {
    this.lever.clock.time = time;
  }

  /** Two sources say this price from now on; null for none. */
  say(ticks: number | null): void {
    const say = (sourceId: string) => ({ sourceId, ticks: ticks ?? 0, atMs: this.now });
    this.sources.now = ticks === null ? [] : ['alpha', 'beta'].map(say);
  }

  /** The log reads its sources now. Resolves when it has read them, which it does not before its barrier. */
  async tick(): Promise<void> {
    await this.#hands.run('index_log');
  }

  /** Passes so many points of the grid at this price, and waits until they are stored. */
  async write(points: number, ticks: number | null): Promise<void> {
    for (let index = 0; index < points; index += 1) {
      this.now += GRID_MS - (this.now % GRID_MS);
      this.say(ticks);
      await this.tick();
      await this.shown(this.now);
    }
  }

  /** Writes points as {@link write} does; all that follows from them is durable. */
  async pass(points: number, ticks: number | null): Promise<void> {
    await this.write(points, ticks);
    await this.exchange.settled();
  }

  /** Resolves when the point of that time is stored. */
  async shown(atMs: number): Promise<void> {
    await eventually(
      () => {
        const { lastMs } = this;
        if (lastMs < atMs) throw new Error(`the last point is of ${lastMs}`);
      },
      { interval: 1 },
    );
  }

  /** Time of the last stored point. */
  get lastMs(): number {
    return this.log.recent(BTC.name)?.at(-1)?.record.atMs ?? 0;
  }

  /** Compares the orders that have ended with the log, as the job in the background does. */
  async check(): Promise<void> {
    await this.#hands.run('micro_order_check');
  }

  ask(ownerId: number, asked: Partial<NewMicroRequest> = {}) {
    return this.exchange.place({
      ownerId,
      requestId: 'request',
      now: this.now,
      productId: PRODUCT.id,
      direction: 'up',
      stake: units(usdt('10')),
      seen: {},
      idempotencyKey: `key-${++this.#keys}-${this.now}`,
      deadline: undefined,
      ...asked,
    });
  }

  async place(ownerId: number, asked: Partial<NewMicroRequest> = {}): Promise<StoredMicroOrder> {
    return accepted(await this.ask(ownerId, asked));
  }

  async order(ownerId: number, id: number): Promise<StoredMicroOrder> {
    return ensure(await this.exchange.find(ownerId, id), `order ${id}`);
  }

  /** Gives the owner new money in the fast-contract account. */
  async grant(ownerId: number, amount: string): Promise<void> {
    const amounts = [{ currencyId: USDT, amount: units(usdt(amount)) }];
    const causeId = `fast-${ownerId}-${++this.#keys}`;
    const grant = { causeId, requestId: 'r', ownerId, accountType: FAST, amounts };
    accepted(await this.lever.post(seedGrant(grant)));
  }

  /** Available and frozen of the owner in USDT. */
  async money(ownerId: number): Promise<string> {
    const { available, frozen } = await this.exchange.loadAccount(ownerId);
    return [available, frozen].map(inUsdt).join(' ');
  }

  async close(): Promise<void> {
    await this.log.stop();
    await this.lever.close();
  }
}
