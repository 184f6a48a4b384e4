/** The server process: reads the environment, starts, serves until a signal, stops within nine seconds. */
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../kit/config/config.ts';
import type { Config } from '../kit/config/config.ts';
import { EXIT_CODES } from '../kit/process/exit-codes.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD, DEMO_PEOPLE } from '../kit/demo-accounts.ts';
import { launchPostgres, type EmbeddedPostgres } from '../kit/db/embedded/launch.ts';
import { createLog, type Log } from '../kit/log.ts';
import type { RunningServer } from './start-server.ts';
import { StartupError } from '../kit/process/startup-error.ts';

/** A process manager may kill the process 10 s after the signal, as container runtimes do. */
const STOP_MS_MAX = 9_000;
/** Longest wait of a start for the process of PostgreSQL. */
const SPAWN_MS_MAX = 300;
/** Time in which cut calls are answered before the process ends. */
const CUT_ANSWER_MS = 100;

try {
  await run();
} catch (error) {
  // A StartupError is one line that the reader can act on. Any other error is a defect and needs
  // its stack.
  const text = error instanceof StartupError ? error.message : String((error as Error).stack);
  process.stderr.write(`Meridian cannot start. ${text}\n`);
  process.exit(EXIT_CODES.failed);
}

async function run(): Promise<void> {
  // Resolves when the process that started this one over an IPC channel is gone.
  const supervisorGone = new Promise((resolve) => process.once('disconnect', resolve));
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const postgres = config.databaseUrl === undefined ? await beginPostgres(config, log) : undefined;
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(config, log, postgres?.ready);
  let isStopping = false;
  let isEnding = false;
  const stop = async (exitCode: number) => {
    if (isEnding) return;
    if (isStopping) process.exit(exitCode || EXIT_CODES.failed);
    isStopping = true;
    // PostgreSQL stops on its own when this process is gone.
    setTimeout(() => process.exit(EXIT_CODES.failed), STOP_MS_MAX).unref();
    await server.stop();
    log.info('stopped');
    process.exit(exitCode);
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(name, () => void stop(EXIT_CODES.stopped));
  void supervisorGone.then(() => stop(EXIT_CODES.stopped));
  // After the handlers, because a signal may follow the line at once.
  const ms = Math.round(performance.now());
  const { origin, operatorOrigin, controlPort } = server;
  log.info({ origin, operatorOrigin, controlPort, ms }, 'ready');
  greet(config, server, ms);
  void server.databaseEnded.then((reason) => {
    log.fatal({ reason }, 'the database ended');
    return stop(EXIT_CODES.restart);
  });
  // No success may be answered any more. Callers learn at once that the outcome is unknown.
  void server.tradingEnded.then((end) => {
    isEnding = true;
    server.cutCalls();
    const code = end === 'taken_over' ? EXIT_CODES.takenOver : EXIT_CODES.restart;
    setTimeout(() => process.exit(code), CUT_ANSWER_MS);
  });
}

/**
 * Resolves when PostgreSQL runs, so that it starts while Node loads the other modules: that takes half a second, in which
 * this process does nothing else. It waits only briefly, because the ports answer after it, and the PostgreSQL of a killed
 * server may take long to stop. A failure is for the start, which awaits `ready`.
 */
async function beginPostgres(
  { dataDir }: Pick<Config, 'dataDir'>,
  log: Log,
): Promise<{ readonly ready: Promise<EmbeddedPostgres> }> {
  let onSpawned: () => void = () => {};
  const spawned = new Promise<void>((resolve) => (onSpawned = resolve));
  const ready = launchPostgres({ dataDir, log, onSpawned: () => onSpawned() });
  await Promise.race([spawned, ready.catch(() => undefined), pause(SPAWN_MS_MAX)]);
  return { ready };
}

/** Prints the addresses at the terminal; the log has the same for programs. */
function greet(config: Config, server: RunningServer, ms: number): void {
  if (config.nodeEnv !== 'development') return;
  const origin = config.publicOrigins[0] ?? server.origin;
  const lines = [
    `Meridian is ready in ${ms} ms: ${origin}`,
    `The console of operators: ${server.operatorOrigin}`,
  ];
  if (server.seededWith === 'demo') {
    const names = DEMO_PEOPLE.map(({ email }) => email).join(', ');
    lines.push(
      `Demo accounts, password ${DEMO_PASSWORD}: ${names}`,
      `Demo operator, same password: ${DEMO_OPERATOR}`,
    );
  }
  if (config.mail === undefined)
    lines.push(`No SMTP_URL is set: mails and their codes are at ${origin}/dev/mailbox`);
  if (config.host === '127.0.0.1')
    lines.push('Only this machine can open it; set HOST=0.0.0.0 for a phone on the same network.');
  if (config.host === '0.0.0.0')
    for (const address of networkAddresses())
      lines.push(`On the same network: http://${address}:${new URL(origin).port}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function networkAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) =>
    list
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  );
}
