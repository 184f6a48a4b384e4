/** Kills an exchange under load repeatedly and checks after each restart that every acknowledgement holds. */
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../contract/assert.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { newClientAddress } from '../client-address.ts';
import { createRandom } from '../engine-workload.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { Acknowledgements, type Trader } from './acknowledgements.ts';
import { contradictions, replayAll } from './evidence.ts';
import { refusalOf, startLoad, tradedMarkets, type TradedMarket } from './load.ts';
import { keepSignedIn, signInTraders } from './traders.ts';
import { gone, killAll, postgresProcesses } from './processes.ts';
import { TransferPeople } from './transfers.ts';

/** The processes to kill with SIGKILL. */
export type Victim = 'server' | 'database' | 'both';

export interface CrashOptions {
  /** Seed of the moments, the victims and the orders. */
  readonly seed: number;
  readonly kills: number;
  /** Victims, chosen at random; all of them by default. */
  readonly victims?: readonly Victim[];
  /** Called before the first load; a test plants its fault here. */
  prepare?(server: TestServer): Promise<void>;
  /** True to end the run at the first contradiction; otherwise all are collected. */
  readonly stopsAtFault?: boolean;
  report?(line: string): void;
}

export interface CrashReport {
  readonly kills: number;
  /** Number of acknowledged orders and cancellations. */
  readonly acknowledged: number;
  /** Number of acknowledged transfers. */
  readonly transfers: number;
  /** Number of transfers without a response, retried. */
  readonly unansweredTransfers: number;
  /** Order requests per second under load. */
  readonly requestsPerSecond: number;
  /** Number of orders without a response at the crash, retried under their keys. */
  readonly unanswered: number;
  /** Milliseconds from the start of the process to its first response, one value per restart. */
  readonly readyMs: readonly number[];
  readonly replayed: number;
  readonly faults: readonly string[];
}

const CLIENTS = 32;
const TRANSFERS_AT_ONCE = 8;
const VICTIMS: readonly Victim[] = ['server', 'database', 'both'];
const LOAD_MS_MIN = 50;
const LOAD_MS_SPAN = 400;
/** Minimum of acknowledgements before the crash of a round. */
const ACKNOWLEDGED_MIN = 100;
const TRANSFERRED_MIN = 60;
const POLL_MS = 5;
/** Value in USDT: small compared with the balances of the demo users. */
const ORDER_WORTH = 20;

export async function crashRepeatedly(options: CrashOptions): Promise<CrashReport> {
  const server = await startTestServer({
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
  });
  try {
    await options.prepare?.(server);
    return await new CrashRun(server, options).run();
  } finally {
    await server.stop();
  }
}

class CrashRun {
  readonly #server: TestServer;
  readonly #options: CrashOptions;
  readonly #random: () => number;
  readonly #acknowledgements = new Acknowledgements();
  readonly #readyMs: number[] = [];
  readonly #faults: string[] = [];
  #traders: readonly Trader[] = [];
  #markets: readonly TradedMarket[] = [];
  #loadMs = 0;
  #sent = 0;
  #unanswered = 0;
  #unansweredTransfers = 0;
  #kills = 0;

  constructor(server: TestServer, options: CrashOptions) {
    this.#server = server;
    this.#options = options;
    this.#random = createRandom(options.seed);
  }

  async run(): Promise<CrashReport> {
    this.#traders = await signInTraders(this.#server);
    this.#markets = await tradedMarkets(this.#server, 2, ORDER_WORTH);
    const transfers = new TransferPeople({
      server: this.#server,
      traders: this.#traders,
      random: this.#random,
    });
    while (this.#kills < this.#options.kills) {
      await this.#crash(transfers);
      if (this.#faults.length > 0 && this.#options.stopsAtFault) break;
    }
    const { orders, faults } = await replayAll(this.#address());
    this.#faults.push(...faults);
    return {
      kills: this.#kills,
      acknowledged: this.#acknowledgements.count,
      transfers: transfers.done.size,
      unansweredTransfers: this.#unansweredTransfers,
      requestsPerSecond: Math.round(this.#sent / (this.#loadMs / 1_000)),
      unanswered: this.#unanswered,
      readyMs: this.#readyMs,
      replayed: orders,
      faults: this.#faults,
    };
  }

  async #crash(transfers: TransferPeople): Promise<void> {
    const victims = this.#options.victims ?? VICTIMS;
    const victim = ensure(victims[Math.floor(this.#random() * victims.length)], 'a victim');
    const load = startLoad({
      server: this.#server,
      traders: this.#traders,
      markets: this.#markets,
      acknowledgements: this.#acknowledgements,
      random: this.#random,
      clients: CLIENTS,
    });
    const moving = transfers.load(TRANSFERS_AT_ONCE);
    let isGoing = true;
    const ended = Promise.all([load.ended, moving]).finally(() => (isGoing = false));
    const acknowledgedBefore = this.#acknowledgements.count;
    const transferredBefore = transfers.done.size;
    const begunAt = performance.now();
    // The crash comes at a random moment; it waits for no condition.
    await pause(LOAD_MS_MIN + this.#random() * LOAD_MS_SPAN);
    // On a slow machine the crash comes later, so that as many acknowledgements are at risk as on a fast one.
    const mayDie = () =>
      !isGoing ||
      (this.#acknowledgements.count - acknowledgedBefore >= ACKNOWLEDGED_MIN &&
        transfers.done.size - transferredBefore >= TRANSFERRED_MIN);
    while (!mayDie()) await pause(POLL_MS);
    await this.#kill(victim);
    this.#loadMs += performance.now() - begunAt;
    await ended;
    this.#sent += load.sent;
    this.#kills += 1;
    const restartedAt = performance.now();
    await this.#server.restart();
    this.#readyMs.push(Math.round(performance.now() - restartedAt));
    await keepSignedIn(this.#server, this.#traders);
    const resolved = await this.#askAgain();
    this.#unansweredTransfers += await transfers.askAgain();
    const found = [
      ...(await contradictions(this.#address(), this.#acknowledgements)),
      ...(await transfers.contradictions(this.#address())),
    ];
    // Without an acknowledgement the round would prove nothing.
    if (this.#acknowledgements.count === acknowledgedBefore) found.push('nothing was acknowledged');
    this.#faults.push(...found.map((fault) => `after kill ${this.#kills} (${victim}): ${fault}`));
    this.#options.report?.(
      `kill ${this.#kills} of the ${victim}: ready in ${this.#readyMs.at(-1)} ms, ` +
        `${this.#acknowledgements.count} acknowledged and ${transfers.done.size} transfers, ${resolved} asked again, ${found.length} contradictions`,
    );
  }

  async #kill(victim: Victim): Promise<void> {
    const { pid, dataDir } = this.#server;
    const database = victim === 'server' ? [] : postgresProcesses(dataDir);
    killAll(victim === 'database' ? database : [pid, ...database]);
    // Without its database the server ends by itself.
    await gone(pid);
  }

  /** A client without a response retries under the same key and gets the order's outcome. */
  async #askAgain(): Promise<number> {
    const pending = this.#acknowledgements.unanswered;
    this.#acknowledgements.unanswered = [];
    this.#unanswered += pending.length;
    for (const { trader, key, body } of pending) {
      const reply = await this.#server.call('placeOrder', body, {
        token: trader.token,
        headers: { 'idempotency-key': key, ...newClientAddress() },
      });
      if (reply.data !== null) this.#acknowledgements.order(reply.data, key);
      else if (refusalOf(reply) === 'idempotency_key_reused')
        this.#faults.push(`the key ${key} was taken for another order`);
      else this.#acknowledgements.refusedKeys.add(key);
    }
    return pending.length;
  }

  #address() {
    return { socketFolder: openRunFolder(this.#server.dataDir) };
  }
}
