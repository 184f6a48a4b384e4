/** Starts one server step by step and stops it in the reverse order. */
import path from 'node:path';
import { ensure } from '../../contract/assert.ts';
import { LIMITS } from '../../contract/limits.ts';
import { buildApp } from './roles/app.ts';
import { CatchUpWork } from '../kit/process/catch-up-work.ts';
import { ClosingStack } from '../kit/process/closing-stack.ts';
import type { Config } from '../kit/config/config.ts';
import { chainCommands } from '../edge/control/chain-commands.ts';
import { clockCommands } from '../edge/control/clock-commands.ts';
import { startControlServer } from '../edge/control/control-server.ts';
import type { ControlCommands } from '../edge/control/control-server.ts';
import { ledgerCommands } from '../edge/control/ledger-commands.ts';
import { marketCommands } from '../edge/control/market-commands.ts';
import { KeptVerifier } from '../ledger/kept-verifier.ts';
import { sumAccounts } from '../ledger/ledger.repo.ts';
import { priceCommands } from '../edge/control/price-commands.ts';
import { withdrawalCommands } from '../edge/control/withdrawal-commands.ts';
import { createShiftableClock } from '../edge/control/shiftable-clock.ts';
import type { ShiftableClock } from '../edge/control/shiftable-clock.ts';
import { userCommands } from '../edge/control/user-commands.ts';
import {
  EMBEDDED_SERVER_ROLE,
  openDatabase,
  openKeyedDatabase,
  SERVER_SESSIONS,
} from '../kit/db/database.ts';
import { endEarlierSessions } from '../kit/db/earlier-sessions.ts';
import type { EmbeddedPostgres } from '../kit/db/embedded/launch.ts';
import {
  createEmbeddedServerRole,
  grantServerRole,
  refuseOwnerRole,
  type DatabaseRoles,
} from '../kit/db/server-role.ts';
import { migrateDatabase } from '../kit/db/migrate.ts';
import { createDemoCodes } from '../areas/fiat/fiat.area.ts';
import { Jobs } from '../kit/jobs/jobs.ts';
import type { Foundation } from './roles/dependencies.ts';
import { addressReader } from '../edge/http/address.ts';
import { loadMessages } from '../edge/http/messages.ts';
import type { Say } from '../edge/http/messages.ts';
import { syncCurrencies } from '../ledger/currencies.ts';
import { guardMigration } from '../ledger/migration-guard.repo.ts';
import type { Log } from '../kit/log.ts';
import { CATALOG } from '../ledger/currency-catalog.ts';
import { buildOperatorApp } from './roles/operator-app.ts';
import { ledgerBook } from './roles/ledger-book.ts';
import { seedDatabase } from './roles/seed.ts';
import { createServices } from './roles/services.ts';
import type { Services } from './roles/services.ts';
import type { TradingEnd } from '../areas/spot/spot.area.ts';
import { openCallGuards } from './call-guards.ts';
import type { CallGuards } from './call-guards.ts';
import { openPorts } from './open-ports.ts';
import type { Ports } from './open-ports.ts';
import { createRealTime, MACHINE_COUNTERS } from '../kit/process/real-time.ts';
import { StartupError } from '../kit/process/startup-error.ts';
import { createSteadyClock } from '../kit/process/steady-clock.ts';
import { createGateway } from '../edge/ws/gateway.ts';

export interface RunningServer {
  /** Origin of the users' application, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Origin of the operators' application. */
  readonly operatorOrigin: string;
  readonly controlPort: number | undefined;
  /** The seed of the database, from this start or an earlier one. */
  readonly seededWith: string;
  /** Resolves with the reason when the embedded database stops unexpectedly. */
  readonly databaseEnded: Promise<string>;
  /**
   * Resolves when spot trading cannot go on. The process must end immediately, so that it sends no
   * more responses.
   */
  readonly tradingEnded: Promise<TradingEnd>;
  /** Answers the calls under way, and all later ones, with `service_unavailable`. */
  cutCalls(): void;
  stop(): Promise<void>;
}

const ENDED_AT_START: Readonly<Record<TradingEnd, string>> = {
  taken_over: 'Another server has taken over the same database.',
  failed: 'Spot trading ended before the server was ready, see the log.',
};

const BUILT_FOLDER = path.join(import.meta.dirname, '../../dist');
const CLIENT_FOLDER = path.join(BUILT_FOLDER, 'client');
const CONSOLE_FOLDER = path.join(BUILT_FOLDER, 'operator');

/**
 * Binds the ports, starts everything and serves. @param postgres the embedded database, which may still be starting;
 * undefined for a configured one. @throws StartupError after closing the parts that were already open.
 */
export async function startServer(
  config: Config,
  log: Log,
  postgres: Promise<EmbeddedPostgres> | undefined,
): Promise<RunningServer> {
  const opened = new ClosingStack(log);
  opened.add('postgres', async () => {
    const launched = await postgres?.catch(() => undefined);
    await launched?.stop();
  });
  try {
    return await openAll(config, log, { postgres, opened });
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}

interface Opening {
  readonly postgres: Promise<EmbeddedPostgres> | undefined;
  readonly opened: ClosingStack;
}

async function openAll(
  config: Config,
  log: Log,
  { postgres, opened }: Opening,
): Promise<RunningServer> {
  const { monotonicMs } = MACHINE_COUNTERS;
  const steady = { wall: Date.now, realTime: createRealTime(), monotonicMs, log };
  const clock = createShiftableClock(createSteadyClock(steady).now);
  const say = loadMessages();
  const ports = await openPorts(config, say, opened);
  const { roles, ended } = databaseOf(config, await postgres);
  const { owner, server: address } = roles;
  // Locks of a server whose host died would block a migration until PostgreSQL notices, which may
  // take hours.
  const endSessions = () => endEarlierSessions('socketFolder' in owner ? owner : address, log);
  await Promise.all([
    guardMigration(owner, clock.now(), () => migrateDatabase(owner, { before: endSessions })),
    postgres && createEmbeddedServerRole(owner),
  ]);
  await grantServerRole(roles);
  await refuseOwnerRole(address, config.nodeEnv === 'production', log);
  const database = openDatabase(address, log, 16, SERVER_SESSIONS.calls);
  opened.add('database connections', () => database.$client.end());
  const keyed = openKeyedDatabase(address, log);
  opened.add('database connections of steps', () => keyed.$client.end());
  const currencies = await syncCurrencies(database, CATALOG);
  const codes = createDemoCodes(config, database, log);
  const seededWith = await seedDatabase(database, config, currencies, clock, codes);
  let onFatal: (end: TradingEnd) => void = () => {};
  const tradingEnded = new Promise<TradingEnd>((resolve) => (onFatal = resolve));
  const jobs = new Jobs({ clock, log });
  const catchUp = new CatchUpWork(log);
  const common = { config, currencies, database, keyed, address, clock, log, jobs, opened };
  const foundation = { ...common, ownerAddress: owner, catchUp };
  const services = await Promise.race([
    createServices({ ...foundation, onFatal }),
    // Requests that wait for commits of an ended exchange would never resolve.
    tradingEnded.then((end) => {
      throw new StartupError(ENDED_AT_START[end]);
    }),
  ]);
  const guards = openCallGuards(foundation);
  await serve(services, { ...foundation, guards, say, ports });
  const control =
    config.control && (await startControlServer(config.control, commandsOf(services, foundation)));
  if (control) opened.add('control', () => control.close());
  return {
    origin: ports.app.origin,
    operatorOrigin: ports.operator.origin,
    controlPort: control?.port,
    seededWith,
    databaseEnded: ended,
    tradingEnded,
    cutCalls: () => {
      guards.users.close();
      guards.operators.close();
    },
    stop: () => opened.closeAll(),
  };
}

interface Parts extends Omit<Foundation, 'onFatal'> {
  readonly clock: ShiftableClock;
}

interface EdgeParts extends Parts {
  readonly guards: CallGuards;
  readonly say: Say;
  readonly ports: Ports;
}

/** Serves the applications at both addresses. */
async function serve(
  services: Services,
  { config, clock, log, opened, guards, say, ports }: EdgeParts,
): Promise<void> {
  const gateway = createGateway({
    ...services,
    source: services.market,
    clock,
    log,
    limits: LIMITS,
    allowedOrigins: config.publicOrigins,
    addressOf: addressReader(config.trustProxy),
  });
  const app = await buildApp({
    ...services,
    clock,
    say,
    guard: guards.users,
    log,
    port: ports.app,
    gateway,
    clientFolder: CLIENT_FOLDER,
    publicOrigins: config.publicOrigins,
    trustProxy: config.trustProxy,
    passwordProfile: config.passwordProfile,
  });
  opened.add('http', async () => {
    // Both close at the same time, because the HTTP server does not close while a socket is open.
    await Promise.all([gateway.close(), app.close(), ports.app.close()]);
  });
  const operatorApp = await buildOperatorApp({
    ...services.operator,
    clock,
    say,
    guard: guards.operators,
    log,
    port: ports.operator,
    clientFolder: CONSOLE_FOLDER,
    publicOrigins: [],
    trustProxy: config.trustProxy,
  });
  opened.add('http of operators', async () => {
    await Promise.all([operatorApp.close(), ports.operator.close()]);
  });
  await Promise.all([app.ready(), operatorApp.ready()]);
  ports.app.serve();
  ports.operator.serve();
}

function commandsOf(
  services: Services,
  { address, database, currencies, clock, opened }: Parts,
): ControlCommands {
  const verifier = new KeptVerifier(address, ledgerBook('any'));
  opened.add('verifier', () => verifier.close());
  const { spot, custody, lifecycles, withdrawalReview, userDesk, acceptRisks, forgetAccess } =
    services;
  const { priceControl } = services;
  return {
    // A clock that a test moves makes no jump of prices.
    ...clockCommands(clock, {
      onMove: () => priceControl?.marks.restart(),
      onAdvance: () => lifecycles.fireDue(),
    }),
    ...chainCommands(custody, currencies, () => services.reserves.checkAll()),
    ...withdrawalCommands(withdrawalReview, clock),
    ...marketCommands(spot, spot, clock),
    ...(priceControl && priceCommands(priceControl)),
    ...userCommands({ users: userDesk, database, clock, acceptRisks, forgetAccess }),
    ...ledgerCommands({
      verifier,
      sums: () => sumAccounts(database),
      database,
      currencies,
      clock,
      spot,
    }),
  };
}

function databaseOf(
  { databaseUrl, databaseOwnerUrl }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  postgres: EmbeddedPostgres | undefined,
): { roles: DatabaseRoles; ended: Promise<string> } {
  if (postgres === undefined) {
    const server = { connectionString: ensure(databaseUrl, 'DATABASE_URL') };
    const owner = databaseOwnerUrl === undefined ? server : { connectionString: databaseOwnerUrl };
    return { roles: { owner, server }, ended: new Promise(() => {}) };
  }
  const { address: owner, ended } = postgres;
  return { roles: { owner, server: { ...owner, role: EMBEDDED_SERVER_ROLE } }, ended };
}
