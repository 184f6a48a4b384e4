/** Starts one server in the right order and stops it in the opposite one. */
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { LIMITS } from '../contract/limits.ts';
import { buildApp } from './app.ts';
import { ClosingStack } from './closing-stack.ts';
import type { Config } from './config.ts';
import { clockCommands } from './control/clock-commands.ts';
import { startControlServer } from './control/control-server.ts';
import { ledgerCommands } from './control/ledger-commands.ts';
import { marketCommands } from './control/market-commands.ts';
import { createShiftableClock } from './control/shiftable-clock.ts';
import { openDatabase } from './db/database.ts';
import type { DatabaseAddress } from './db/database.ts';
import { launchPostgres } from './db/embedded/launch.ts';
import { migrateDatabase } from './db/migrate.ts';
import { addressReader } from './http/address.ts';
import { loadMessages } from './http/messages.ts';
import { syncCurrencies } from './ledger/currencies.ts';
import type { Log } from './log.ts';
import { COINS } from './market/catalogue.ts';
import { seedDatabase } from './seed.ts';
import { createServices } from './services.ts';
import type { TradingEnd } from './spot/spot-exchange.ts';
import { StartupError } from './startup-error.ts';
import { createGateway } from './ws/gateway.ts';

export interface RunningServer {
  /** Where it is reached, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly controlPort: number | undefined;
  /** What the database was seeded with, now or at an earlier start. */
  readonly seededWith: string;
  /** Resolves with the reason when the embedded database ends by itself. */
  readonly databaseEnded: Promise<string>;
  /** Resolves when spot trading can not go on: the process must end at once, so that nothing is answered any more. */
  readonly tradingEnded: Promise<TradingEnd>;
  stop(): Promise<void>;
}

const ENDED_AT_START: Readonly<Record<TradingEnd, string>> = {
  taken_over: 'Another server has started on the same database meanwhile, and trades now.',
  failed: 'Spot trading ended before the server was ready, see the log.',
};

const CLIENT_FOLDER = path.join(import.meta.dirname, '..', 'dist', 'client');

/** Starts everything and listens. @throws StartupError after closing what had been opened. */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const opened = new ClosingStack(log);
  try {
    return await openAll(config, log, opened);
  } catch (error) {
    await opened.closeAll();
    throw error;
  }
}

async function openAll(config: Config, log: Log, opened: ClosingStack): Promise<RunningServer> {
  const clock = createShiftableClock(Date.now);
  const { address, ended } = await openDatabaseServer(config, log, opened);
  await migrateDatabase(address);
  const database = openDatabase(address, log);
  opened.add('database connections', () => database.$client.end());
  const currencies = await syncCurrencies(database, COINS);
  const seededWith = await seedDatabase(database, config, currencies, clock);
  let onFatal: (end: TradingEnd) => void = () => {};
  const tradingEnded = new Promise<TradingEnd>((resolve) => (onFatal = resolve));
  const foundation = { config, currencies, database, address, clock, log, opened };
  const services = await Promise.race([
    createServices({ ...foundation, onFatal }),
    // What waits for the commits of an exchange that has ended waits for ever.
    tradingEnded.then((end) => {
      throw new StartupError(ENDED_AT_START[end]);
    }),
  ]);
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
    say: loadMessages(),
    log,
    gateway,
    clientFolder: CLIENT_FOLDER,
    publicOrigins: config.publicOrigins,
    trustProxy: config.trustProxy,
    passwordProfile: config.passwordProfile,
  });
  opened.add('http', async () => {
    // Together: the HTTP server has not closed while a socket is open.
    await Promise.all([gateway.close(), app.close()]);
  });
  const origin = await listen(app, config);
  const commands = {
    ...clockCommands(clock),
    ...marketCommands(services.exchange, clock),
    ...ledgerCommands({ address, database, currencies, clock, exchange: services.exchange }),
  };
  const control = config.control && (await startControlServer(config.control, commands));
  if (control) opened.add('control', () => control.close());
  return {
    origin,
    controlPort: control?.port,
    seededWith,
    databaseEnded: ended,
    tradingEnded,
    stop: () => opened.closeAll(),
  };
}

async function openDatabaseServer(
  { databaseUrl, dataDir }: Config,
  log: Log,
  opened: ClosingStack,
): Promise<{ address: DatabaseAddress; ended: Promise<string> }> {
  if (databaseUrl !== undefined)
    return { address: { connectionString: databaseUrl }, ended: new Promise(() => {}) };
  const postgres = await launchPostgres({ dataDir, log });
  opened.add('postgres', () => postgres.stop());
  return postgres;
}

/** @throws StartupError when the address can not be had. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} of ${host} is taken: stop the other program, or set PORT.`,
      );
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be used by this user: set PORT above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
  const { address, port: actualPort } = app.server.address() as AddressInfo;
  const isAny = address === '0.0.0.0' || address === '::';
  const shown = isAny ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  return `http://${shown}:${actualPort}`;
}
