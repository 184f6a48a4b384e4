/** Kills an exchange under load repeatedly and checks after each restart that every acknowledgement holds. */
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { verifyWholeLedger } from '../../../server/boot/roles/verify-whole-ledger.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { startPreparedServer } from '../servers/prepared-server.ts';
import type { TestServer, TestServerOptions } from '../servers/test-server.ts';
import type { CrashLoad, OpenCrashLoad } from './crash-load.ts';
import { faultsOfFirstPass } from './first-pass.ts';
import { addCrashProduct } from './micro-load.ts';
import { patientServer } from './patient-server.ts';
import { RestGate } from './rest-gate.ts';
import { gone, killAll, heldPostgresProcesses } from './processes.ts';
import { wrongRows } from './stored-lifecycles.ts';

/** The processes to kill with SIGKILL. */
export type KillTarget = 'server' | 'database' | 'both';

interface CrashOptions {
  readonly server: TestServer;
  readonly loads: readonly OpenCrashLoad[];
  /** Seed of the moments, the victims and the orders. */
  readonly seed: number;
  /**
   * Whether a load with enough acknowledgements rests until the others have enough, too. All of them work at
   * the kill in any case. It saves most of the processor time of a round.
   */
  readonly rests?: boolean;
  report?(line: string): void;
}

interface Kills {
  readonly kills: number;
  /** Victims; all of them by default. Each dies once, in a random order, before one dies again. */
  readonly victims?: readonly KillTarget[];
  /** Kills end when each of these has named a contradiction; otherwise all kills are done. */
  readonly until?: readonly RegExp[];
}

interface CrashReport {
  readonly kills: number;
  /** Milliseconds from the start of the process to its first response, one value per restart. */
  readonly readyMs: readonly number[];
  /** Figures of all loads, by name. */
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

const VICTIMS: readonly KillTarget[] = ['server', 'database', 'both'];
const LOAD_MS_MIN = 50;
const LOAD_MS_SPAN = 400;
const POLL_MS = 5;
/** Far more time than the loads need for their acknowledgements on a busy machine. */
const ENOUGH_MS_MAX = 120_000;

/** A server for all loads; three users send far more orders than any trader. */
export async function startCrashServer(env: TestServerOptions['env'] = {}): Promise<TestServer> {
  const settings = {
    MARKET_MAKER: 'off',
    INDEX_LOG: 'on',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    ...env,
  };
  const { server } = await startPreparedServer(settings, addCrashProduct);
  return server;
}

/** Kills a new exchange and stops it. */
export async function crashRepeatedly({
  kills,
  env,
  ...options
}: Omit<CrashOptions, 'server'> &
  Pick<Kills, 'kills'> &
  Pick<TestServerOptions, 'env'>): Promise<CrashReport> {
  const server = await startCrashServer(env);
  try {
    const run = new CrashRun({ ...options, server });
    await run.crash({ kills });
    await run.finish();
    return run.report();
  } finally {
    await server.stop();
  }
}

export class CrashRun {
  readonly #options: CrashOptions;
  readonly #random: () => number;
  readonly #gate: RestGate;
  readonly #loads: readonly CrashLoad[];
  readonly #readyMs: number[] = [];
  readonly #faults: string[] = [];
  #kills = 0;
  #isOver = false;

  constructor(options: CrashOptions) {
    this.#options = options;
    this.#random = createRandom(options.seed);
    this.#gate = new RestGate(options.rests === true);
    const scene = {
      server: patientServer(options.server, () => this.#isOver),
      random: this.#random,
      isOver: () => this.#isOver,
      rest: (load: CrashLoad) => this.#gate.pass(load.hasEnough()),
    };
    this.#loads = options.loads.map((open) => open(scene));
  }

  /** @returns the contradictions of these kills. */
  async crash({ kills, victims = VICTIMS, until }: Kills): Promise<readonly string[]> {
    const earlier = this.#faults.length;
    let left: readonly KillTarget[] = [];
    for (let at = 0; at < kills; at += 1) {
      if (left.length === 0) left = victims;
      const victim = ensure(left[Math.floor(this.#random() * left.length)], 'a victim');
      left = left.filter((each) => each !== victim);
      await this.#crash(victim);
      const found = this.#faults.slice(earlier);
      if (until?.every((wanted) => found.some((fault) => wanted.test(fault))) === true) break;
    }
    return this.#faults.slice(earlier);
  }

  /**
   * Brings everything to its end, compares the outcome, and verifies the whole ledger, of which a pass after a kill
   * reads a part. @returns the contradictions.
   */
  async finish(): Promise<readonly string[]> {
    const earlier = this.#faults.length;
    for (const load of this.#loads) this.#faults.push(...(await load.finish()));
    this.#faults.push(...(await wrongRows(this.#options.server)));
    const address = { socketFolder: openRunFolder(this.#options.server.dataDir) };
    this.#faults.push(...(await verifyWholeLedger(address, 'crash test', 'any')).faults);
    return this.#faults.slice(earlier);
  }

  report(): CrashReport {
    return {
      kills: this.#kills,
      readyMs: this.#readyMs,
      counts: Object.assign(
        {},
        ...this.#loads.map((load) => load.counts()),
      ) as CrashReport['counts'],
      faults: this.#faults,
    };
  }

  async #crash(victim: KillTarget): Promise<void> {
    const { server, report } = this.#options;
    await Promise.all(this.#loads.map((load) => load.prepare()));
    this.#gate.close();
    this.#isOver = false;
    const going = new Set(this.#loads);
    const ended = Promise.all(
      this.#loads.map((load) => load.run().finally(() => going.delete(load))),
    );
    // On a slow machine the crash comes later, so that as many acknowledgements are at risk as on a fast one.
    const lateAt = performance.now() + ENOUGH_MS_MAX;
    const slow = () => this.#loads.filter((load) => going.has(load) && !load.hasEnough());
    while (slow().length > 0) {
      if (performance.now() > lateAt) {
        const names = slow().map(({ name }) => name);
        throw new Error(`too slow: ${names.join(', ')}; ${textOf(this.report().counts)}`);
      }
      await pause(POLL_MS);
    }
    this.#gate.open();
    // The crash comes at a random moment; it waits for no condition.
    await pause(LOAD_MS_MIN + this.#random() * LOAD_MS_SPAN);
    for (const load of this.#loads) await load.lastStep?.();
    this.#isOver = true;
    await this.#kill(victim);
    await ended;
    this.#kills += 1;
    const restartedAt = performance.now();
    const since = Date.now();
    await server.restart();
    this.#isOver = false;
    this.#readyMs.push(Math.round(performance.now() - restartedAt));
    const found = await this.#contradictions(since);
    this.#faults.push(...found.map((fault) => `after kill ${this.#kills} (${victim}): ${fault}`));
    report?.(
      `kill ${this.#kills} of the ${victim}: ready in ${this.#readyMs.at(-1)} ms, ` +
        `${textOf(this.report().counts)}, ${found.length} contradictions`,
    );
    for (const fault of found) report?.(`  ${fault}`);
  }

  /** @param since real time before the restart. */
  async #contradictions(since: EpochMs): Promise<readonly string[]> {
    // Loads compare a state that no request changes any more.
    for (const load of this.#loads) await load.askAgain();
    const found: string[] = [];
    for (const load of this.#loads) found.push(...(await load.contradictions()));
    found.push(...(await wrongRows(this.#options.server)));
    return [...found, ...(await faultsOfFirstPass(this.#options.server, since))];
  }

  async #kill(victim: KillTarget): Promise<void> {
    const { pid, dataDir } = this.#options.server;
    const database = victim === 'server' ? [] : await heldPostgresProcesses(dataDir);
    killAll(victim === 'database' ? database : [pid, ...database]);
    // Without its database the server ends by itself.
    await gone(pid);
  }
}

/** Figures as one line. */
export const textOf = (counts: CrashReport['counts']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
