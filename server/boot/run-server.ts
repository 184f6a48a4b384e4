/** Runs one server: starts it, and ends it when it is asked to stop or cannot go on. It stops within nine seconds. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../kit/config/config.ts';
import { EXIT_CODES } from '../kit/process/exit-codes.ts';
import { launchPostgres, type EmbeddedPostgres } from '../kit/db/embedded/launch.ts';
import type { Log } from '../kit/log.ts';
import type { RunningServer } from './start-server.ts';

/** A process manager may kill the process 10 s after the signal, as container runtimes do. */
const STOP_MS_MAX = 9_000;
/** Longest wait of a start for the process of PostgreSQL. */
const SPAWN_MS_MAX = 300;
/** Time in which cut calls are answered before the process ends. */
const CUT_ANSWER_MS = 100;

export interface ServerRun {
  readonly server: RunningServer;
  /** Closes everything, then exits with the code. A second call does not wait for the first. */
  stop(exitCode: number): Promise<void>;
}

/**
 * Starts a server. @param exit ends its process with one of `EXIT_CODES`. @throws StartupError
 */
export async function runServer(
  config: Config,
  log: Log,
  exit: (code: number) => void,
): Promise<ServerRun> {
  const postgres = config.databaseUrl === undefined ? await beginPostgres(config, log) : undefined;
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(config, log, postgres?.ready);
  let isStopping = false;
  let isEnding = false;
  const stop = async (exitCode: number) => {
    if (isEnding) return;
    if (isStopping) return exit(exitCode || EXIT_CODES.failed);
    isStopping = true;
    // PostgreSQL stops on its own when this process is gone.
    setTimeout(() => exit(EXIT_CODES.failed), STOP_MS_MAX).unref();
    await server.stop();
    log.info('stopped');
    exit(exitCode);
  };
  void server.databaseEnded.then((reason) => {
    log.fatal({ reason }, 'the database ended');
    return stop(EXIT_CODES.restart);
  });
  // No success may be answered any more. Callers learn at once that the outcome is unknown.
  void server.tradingEnded.then((end) => {
    isEnding = true;
    server.cutCalls();
    const code = end === 'taken_over' ? EXIT_CODES.takenOver : EXIT_CODES.restart;
    setTimeout(() => exit(code), CUT_ANSWER_MS);
  });
  return { server, stop };
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
