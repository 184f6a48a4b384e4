/**
 * Servers that the files of one worker share, because to start one costs more than most files. A file that
 * borrows one makes its own users, ads and orders, and counts nothing of others:
 *
 * ```ts
 * beforeAll(async () => { server = await borrowServer(); });
 * afterAll(() => giveBack(server));
 * ```
 */
import path from 'node:path';
import { expect } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from './client-address.ts';
import { noteSharedServer } from './shared-server-folder.ts';
import { queryServer } from '../databases/server-database.ts';
import { serverView } from './server-view.ts';
import { startTestServer, type CallOptions, type TestServer } from './test-server.ts';

/** Prices stand still, and a request can have an address of its own. */
const DEFAULTS = { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } as const;
/** An idle server takes memory and some processor time; files of one kind run one after the other. */
const KEPT_MAX = 1;
/** Each file binds an authenticator to the demo operator, as on a new server. */
const UNBOUND_OPERATORS =
  'update operators set google_key = null, google_last_step = null, pending_google_key = null';

interface BorrowOptions {
  /** True for a server whose clock files move; its time is later than the real one. */
  readonly movesClock?: boolean;
  /** True for a process of its own, for a test that kills it. */
  readonly isOwnProcess?: boolean;
  /** Finds the ports of a server that is started; by default it finds its own. */
  readonly ports?: () => Promise<Readonly<Record<string, string>>>;
}

interface SharedServer {
  readonly key: string;
  readonly server: TestServer;
  readonly movesClock: boolean;
  /** Files that used it, in order. */
  readonly files: string[];
  /** The present file's view of it. */
  lent: TestServer | undefined;
}

/** All of this worker, the least recently used first. */
const pool: SharedServer[] = [];

/**
 * A running demo server, for this file alone until {@link giveBack}. Its `logs` begin here. A call without an
 * address comes from one of this file, because limits count by address. It refuses to stop, and what would
 * change it for later files.
 * @param env over `MARKET_MAKER=off` and `TRUST_PROXY=loopback`.
 */
export async function borrowServer(
  env: Readonly<Record<string, string>> = {},
  { movesClock = false, isOwnProcess = false, ports }: BorrowOptions = {},
): Promise<TestServer> {
  const settings = { ...DEFAULTS, ...env };
  const key = JSON.stringify([movesClock, isOwnProcess, Object.entries(settings).toSorted()]);
  const known = pool.find((shared) => shared.key === key && shared.lent === undefined);
  if (known)
    await expectConsistent(known, await faultsOf(known, () => known.server.verifyRecent()));
  const shared = known ?? (await startShared({ key, settings, movesClock, isOwnProcess }, ports));
  shared.files.push(path.relative('', expect.getState().testPath ?? ''));
  shared.lent = viewOf(shared);
  return shared.lent;
}

/** Verifies the whole ledger, and lets blocks come again. @throws Error for a fault, with all files that used the server. */
export async function giveBack(lent: TestServer): Promise<void> {
  const shared = pool.find((each) => each.lent === lent);
  if (!shared) throw new Error('this server is not borrowed');
  const { server, movesClock } = shared;
  const faults = await faultsOf(shared, async () => (await server.verifyLedger()).faults);
  await expectConsistent(shared, faults);
  if (movesClock) await server.releaseClock();
  await queryServer(server, UNBOUND_OPERATORS);
  await server.control('POST', '/chain/pause', { is_paused: false });
  shared.lent = undefined;
  pool.splice(pool.indexOf(shared), 1);
  pool.push(shared);
}

/** Ends the servers of this worker that no file uses. */
export async function endIdleServers(): Promise<void> {
  for (const shared of pool.filter(({ lent }) => lent === undefined)) await end(shared);
}

async function startShared(
  kind: Pick<SharedServer, 'key' | 'movesClock'> & {
    readonly settings: Readonly<Record<string, string>>;
    readonly isOwnProcess: boolean;
  },
  ports: BorrowOptions['ports'],
): Promise<SharedServer> {
  const idle = pool.filter(({ lent }) => lent === undefined);
  for (const shared of idle.slice(0, Math.max(0, pool.length + 1 - KEPT_MAX))) await end(shared);
  const env = { ...(await ports?.()), ...kind.settings };
  const { isOwnProcess } = kind;
  const server = await startTestServer({ env, isOwnProcess, endsWithProcess: true });
  noteSharedServer(server);
  const { key, movesClock } = kind;
  const shared: SharedServer = { key, server, movesClock, files: [], lent: undefined };
  pool.push(shared);
  return shared;
}

/** A server that does not answer has a fault. */
const faultsOf = (
  { server }: SharedServer,
  verify: () => Promise<readonly string[]>,
): Promise<readonly string[]> =>
  verify().catch((error: unknown) => [String(error), ...server.logs.slice(-20)]);

async function expectConsistent(shared: SharedServer, faults: readonly string[]): Promise<void> {
  if (faults.length === 0) return;
  await end(shared);
  throw new Error(
    `the shared server has faults after ${shared.files.join(', ')}:\n${faults.join('\n')}`,
  );
}

async function end(shared: SharedServer): Promise<void> {
  pool.splice(pool.indexOf(shared), 1);
  await shared.server.stop();
}

/** View of one file on the server. Everything that is not named here is as it is. */
function viewOf({ server, movesClock }: SharedServer): TestServer {
  const address = newClientAddress();
  const firstLog = server.logs.length;
  const refuse = () => {
    throw new Error('other files share this server: start one with startTestServer');
  };
  return serverView(server, {
    // The logs of a file begin with the file.
    get logs() {
      return server.logs.slice(firstLog);
    },
    call: <N extends EndpointName>(name: N, fields: RequestInput<N>, options: CallOptions = {}) =>
      server.call(name, fields, { ...options, headers: { ...address, ...options.headers } }),
    waitForLog: (pattern, from = 0, patienceMs?: number) =>
      server.waitForLog(pattern, firstLog + from, patienceMs),
    control: (method, route, body) =>
      route.startsWith('/clock') && !movesClock ? refuse() : server.control(method, route, body),
    // The time is of the server, not of the view.
    controlAdvance: movesClock ? (ms) => server.controlAdvance(ms) : refuse,
    holdClock: movesClock ? (atMs) => server.holdClock(atMs) : refuse,
    releaseClock: movesClock ? () => server.releaseClock() : refuse,
    setMarketStatus: refuse,
    stop: refuse,
    kill: refuse,
    restart: refuse,
  });
}
