/**
 * The real server on a free port with its own data folder, in another process: in the host of this worker, see
 * `server-host.ts`, or in one of its own, see `server-process.ts`. Tests reach it only from outside: HTTP, `/ws`, signals, log
 * and control interface.
 */
import { rmSync } from 'node:fs';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { copyTemplateInto } from '../databases/database-template.ts';
import { lastingPort } from './lasting-port.ts';
import { runHosted } from './server-host.ts';
import { runProcess, type ProcessOptions, type ServerRun } from './server-process.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { quickFetch } from './quick-fetch.ts';

/** Well below the timeouts of tests and hooks that start one. */
const START_MS_MAX = 100_000;
/** Far longer than any line takes, and well below the timeout of a test. */
const LOG_MS_MAX = 60_000;
/** Number of log lines in the error of a timed-out wait. */
const LOG_LINES_SHOWN = 20;
const CONTROL_TOKEN = 'control-token-of-the-tests';

export interface TestServerOptions {
  /** Kept after `stop`. If absent, a new folder with an empty, migrated database, which `stop` removes. */
  readonly dataDir?: string;
  /**
   * Overrides the defaults of a test start: `SEED=demo`, `LOG_LEVEL=info`, `PASSWORD_COST=low`, the control
   * interface on.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** True for a process of its own, for a test that kills, signals or measures it. */
  readonly isOwnProcess?: boolean;
  /** True for a server that stops when this process ends, however it ends. */
  readonly endsWithProcess?: boolean;
  /** Arguments of the Node of its own process, e.g. those of `npm start`; by default those for a quick start. */
  readonly nodeFlags?: readonly string[];
}

export interface CallOptions {
  readonly token?: string;
  readonly lang?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer {
  /** Stays the same over `restart`. */
  readonly origin: string;
  /** Address of the operators' server; it changes with `restart`. */
  readonly operatorOrigin: string;
  readonly dataDir: string;
  /** All lines of the server's output, both streams, oldest first, over restarts. */
  readonly logs: readonly string[];
  /** Its process. Without `isOwnProcess` other servers may run in it. */
  readonly pid: number;
  /** Milliseconds by which control commands moved its clock ahead of this machine's. */
  readonly clockAheadMs: number;
  /** Makes a call by name: query of a GET, urlencoded form of a POST. Returns the envelope of any status. */
  call<N extends EndpointName>(
    name: N,
    fields: RequestInput<N>,
    options?: CallOptions,
  ): Promise<Envelope<ResponseOf<N>>>;
  /** One command of the control interface, see `server/edge/control`. @throws Error for an invalid one. */
  control(method: 'GET' | 'POST', route: string, body?: object): Promise<unknown>;
  /** Moves the server's clock forward and returns the new time. A restarted server is back at real time. */
  controlAdvance(ms: number): Promise<EpochMs>;
  /**
   * Holds the server's clock at that moment; due timers then wait for a timer sweep. @throws Error for a
   * moment that has passed.
   */
  holdClock(atMs: EpochMs): Promise<void>;
  /** Restarts a held clock from its moment. */
  releaseClock(): Promise<void>;
  /** Grants an amount to a user's spot account, by id or email address; committed when it resolves. */
  grant(to: number | string, currencyCode: string, amount: string): Promise<void>;
  /** Halts a market, closes it to new orders, or opens it; stored when it resolves. */
  setMarketStatus(marketId: string, status: MarketStatus): Promise<void>;
  /** Ends every open order of a market, as its operator; durable when it resolves. */
  closeMarketOrders(marketId: string): Promise<void>;
  /** Changes a user as an operator may, named by UID, email address or mobile number. */
  changeUser(user: string, change: UserChange): Promise<void>;
  /** Certifies a user, named in the same way, under that name; every call knows it when it resolves. */
  certify(
    user: string,
    realName?: string,
    options?: { readonly acceptsRisks?: boolean },
  ): Promise<void>;
  /** Totals of all accounts, and the faults of a full verification made now. */
  verifyLedger(): Promise<LedgerTotals>;
  /**
   * Faults in changes since the last verification; fast even after many bookings. Only {@link verifyLedger}
   * finds a row that was changed by hand long after.
   */
  verifyRecent(): Promise<readonly string[]>;
  /**
   * The first matching line from that index of `logs` on, waiting for it if necessary.
   * @throws Error with the last lines on a timeout.
   */
  waitForLog(pattern: RegExp, from?: number, patienceMs?: number): Promise<string>;
  /** SIGTERM; resolves with the exit code. Removes the data folder that this server made. */
  stop(): Promise<number | null>;
  /** SIGKILL of the server process alone, which leaves its database running. @throws Error without `isOwnProcess`. */
  kill(): Promise<void>;
  /** Stops the server in order, and keeps its data folder for {@link restart}. */
  terminate(): Promise<void>;
  /** Restarts in the same data folder, after SIGTERM as in `stop` if it still runs. */
  restart(): Promise<void>;
}

type UserChange = 'disable' | 'enable' | 'make_agent' | 'end_agent';

interface LedgerTotals {
  readonly currencies: readonly {
    readonly currency_code: string;
    /** `0` if the ledger is consistent. */
    readonly sum: string;
    readonly frozen: string;
  }[];
  /** Empty if the ledger is consistent. */
  readonly faults: readonly string[];
}

/** Starts a server and waits until it is ready. @throws Error with the output if it exits instead. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = new ProcessServer(options);
  await server.start();
  return server;
}

class ProcessServer implements TestServer {
  origin = '';
  operatorOrigin = '';
  clockAheadMs = 0;
  readonly dataDir: string;
  readonly logs: string[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #ownsDataDir: boolean;
  readonly #isHosted: boolean;
  readonly #process: ProcessOptions;
  readonly #waiting = new Set<(line: string) => void>();
  #run: ServerRun | undefined;
  /** Whether the last run has ended, and its exit code. */
  #ended: { readonly code: number | null } | undefined;
  #controlPort = 0;

  constructor({ dataDir, env = {}, isOwnProcess = false, ...ofProcess }: TestServerOptions) {
    this.#ownsDataDir = dataDir === undefined;
    this.dataDir = dataDir ?? makeTemporaryFolder();
    this.#env = env;
    this.#isHosted = !isOwnProcess && ofProcess.nodeFlags === undefined;
    this.#process = ofProcess;
  }

  get pid(): number {
    return this.#run?.pid ?? 0;
  }

  async start(): Promise<void> {
    if (this.#ownsDataDir && this.origin === '' && this.#env['DATABASE_URL'] === undefined)
      await copyTemplateInto(this.dataDir, isUsualDemo(this.#env) ? 'demo' : 'empty');
    const env = {
      SEED: 'demo',
      PORT: this.origin === '' ? String(await lastingPort()) : new URL(this.origin).port,
      CONTROL_PORT: '0',
      CONTROL_TOKEN,
      ...this.#env,
      DATA_DIR: this.dataDir,
    };
    const from = this.logs.length;
    const take = (line: string) => this.#take(line);
    const hosted = this.#isHosted ? runHosted(env, take) : undefined;
    const run = hosted ?? runProcess(env, take, this.#process);
    this.#run = run;
    this.#ended = undefined;
    // Longer than the race below, which ends a start that takes too long.
    const ready = this.waitForLog(/"msg":"ready"/, from, 2 * START_MS_MAX);
    const exited = run.ended.then((code) => {
      this.#ended = { code };
      return 'exited' as const;
    });
    const first = await Promise.race([ready, exited, late(START_MS_MAX)]);
    if (first === 'exited' || first === 'late') {
      if (first === 'late') run.end(hosted ? 'SIGTERM' : 'SIGKILL');
      throw new Error(`the server did not start (${first}):\n${this.logs.slice(from).join('\n')}`);
    }
    const { origin, operatorOrigin, controlPort } = JSON.parse(first) as {
      origin: string;
      operatorOrigin: string;
      controlPort?: number;
    };
    this.origin = origin;
    this.operatorOrigin = operatorOrigin;
    this.#controlPort = controlPort ?? 0;
    this.clockAheadMs = 0;
  }

  async call<N extends EndpointName>(
    name: N,
    fields: RequestInput<N>,
    { token, lang, headers = {} }: CallOptions = {},
  ): Promise<Envelope<ResponseOf<N>>> {
    const { method, path: urlPath } = ENDPOINTS[name];
    const form = new URLSearchParams(fields as Record<string, string>);
    const isRead = method === 'GET';
    const query = isRead && form.size > 0 ? `?${form.toString()}` : '';
    const response = await quickFetch(`${this.origin}${urlPath}${query}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(lang !== undefined && { lang }),
        ...headers,
      },
      ...(!isRead && { body: form }),
    });
    return response.json() as Envelope<ResponseOf<N>>;
  }

  async controlAdvance(ms: number): Promise<EpochMs> {
    return this.#moveClock('/clock/advance', { ms });
  }

  async holdClock(atMs: EpochMs): Promise<void> {
    await this.#moveClock('/clock/hold', { at_ms: atMs });
  }

  async releaseClock(): Promise<void> {
    await this.#moveClock('/clock/release');
  }

  async grant(to: number | string, currencyCode: string, amount: string): Promise<void> {
    const person = typeof to === 'number' ? { user_id: to } : { email: to };
    await this.control('POST', '/ledger/grant', { ...person, currency_code: currencyCode, amount });
  }

  async setMarketStatus(marketId: string, status: MarketStatus): Promise<void> {
    await this.control('POST', '/market/status', { currency_match_id: Number(marketId), status });
  }

  async closeMarketOrders(marketId: string): Promise<void> {
    await this.control('POST', '/market/close', { currency_match_id: Number(marketId) });
  }

  async changeUser(user: string, change: UserChange): Promise<void> {
    await this.control('POST', '/users/change', { user, change });
  }

  async certify(
    user: string,
    realName = 'Ann Example',
    { acceptsRisks = true }: { readonly acceptsRisks?: boolean } = {},
  ): Promise<void> {
    const about = { user, real_name: realName, accepts_risks: acceptsRisks };
    await this.control('POST', '/users/certify', about);
  }

  async verifyRecent(): Promise<readonly string[]> {
    const { faults } = (await this.control('GET', '/ledger/recent')) as Pick<
      LedgerTotals,
      'faults'
    >;
    return faults;
  }

  async verifyLedger(): Promise<LedgerTotals> {
    return (await this.control('GET', '/ledger/totals')) as LedgerTotals;
  }

  waitForLog(pattern: RegExp, from = 0, patienceMs = LOG_MS_MAX): Promise<string> {
    const known = this.logs.slice(from).find((line) => pattern.test(line));
    if (known !== undefined) return Promise.resolve(known);
    const waited = new Promise<string>((resolve, reject) => {
      const look = (line: string) => {
        if (!pattern.test(line)) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(line);
      };
      const giveUp = () => {
        this.#waiting.delete(look);
        const last = this.logs.slice(-LOG_LINES_SHOWN).join('\n');
        reject(new Error(`no line matched ${pattern} within ${patienceMs} ms; the last:\n${last}`));
      };
      const timer = setTimeout(giveUp, patienceMs).unref();
      this.#waiting.add(look);
    });
    // The awaiting caller gets the error; without one, as after a failed start, it stays silent.
    waited.catch(() => undefined);
    return waited;
  }

  async stop(): Promise<number | null> {
    const code = await this.#end('SIGTERM');
    if (this.#ownsDataDir) rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
    return code;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async terminate(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async restart(): Promise<void> {
    await this.terminate();
    await this.start();
  }

  async control(method: 'GET' | 'POST', route: string, body?: object): Promise<unknown> {
    const response = await quickFetch(`http://127.0.0.1:${this.#controlPort}${route}`, {
      method,
      headers: { authorization: CONTROL_TOKEN },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    throw new Error(`the control interface answered ${response.status}: ${JSON.stringify(answer)}`);
  }

  async #moveClock(route: string, body?: object): Promise<EpochMs> {
    const { now } = (await this.control('POST', route, body)) as { readonly now: EpochMs };
    this.clockAheadMs = now - Date.now();
    return now;
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.#run === undefined || this.#ended !== undefined) return this.#ended?.code ?? null;
    this.#run.end(signal);
    return this.#run.ended;
  }

  #take(line: string): void {
    this.logs.push(line);
    for (const look of this.#waiting) look(line);
  }
}

/** True for the settings of the template; every other setting of a first start needs a real one. */
const isUsualDemo = (env: Readonly<Record<string, string>>): boolean =>
  (env['SEED'] ?? 'demo') === 'demo' &&
  ['NODE_ENV', 'SECRET_KEY', 'PASSWORD_COST'].every((name) => env[name] === undefined);

function late(ms: number): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms).unref();
  });
}
