/** Keeps the server running: restarts it when it ended because a dependency was lost. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT_CODES } from '../server/kit/process/exit-codes.ts';
import { COMPILE_CACHE, RESOLVE_ONCE } from './quick-node.ts';

export interface ServerProgram {
  /** Arguments of Node. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const SERVER = path.join(import.meta.dirname, '../server/boot/main.ts');
/**
 * Arguments of Node for the server. V8 gives a quiet server 1 MB for new objects, and at most 16. Orders that wait for
 * their commit are then moved to the old objects, and a collection is due after a few hundred of them.
 */
export const SERVER_NODE_FLAGS: readonly string[] = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
];
/** Starts the server from its modules, as Node runs them. */
export const SERVER_FROM_MODULES: ServerProgram = {
  words: [...RESOLVE_ONCE, SERVER],
  env: COMPILE_CACHE,
};
/** More restarts within {@link WINDOW_MS} mean a fault that an administrator has to fix. */
const RESTARTS_MAX = 10;
const WINDOW_MS = 60_000;
/**
 * A server that ended sooner is restarted after this pause, because its dependency may still be
 * missing.
 */
const SHORT_LIFE_MS = 1_000;

/**
 * Runs the server until it ends for good. @returns its exit code.
 * @param again chooses the program of a restart, because the sources may have changed.
 */
export async function superviseServer(
  first: ServerProgram,
  again: () => ServerProgram,
): Promise<number> {
  let server: ChildProcess | undefined;
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      isStopping = true;
      server?.kill(signal);
    });
  const restarts: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    server = startServer(restarts.length === 0 ? first : again());
    const code = await exitCodeOf(server);
    const now = performance.now();
    if (isStopping || !startsAgain(code, restarts.length > 0)) return code ?? EXIT_CODES.failed;
    while (restarts[0] !== undefined && now - restarts[0] > WINDOW_MS) restarts.shift();
    if (restarts.length >= RESTARTS_MAX) {
      const seconds = WINDOW_MS / 1_000;
      process.stderr.write(
        `Meridian ended ${RESTARTS_MAX} times within ${seconds} s, see the log.\n`,
      );
      return EXIT_CODES.failed;
    }
    restarts.push(now);
    process.stderr.write('Meridian ended and is restarted.\n');
    if (now - startedAt < SHORT_LIFE_MS) await pause(SHORT_LIFE_MS);
    if (isStopping) return EXIT_CODES.stopped;
  }
}

/**
 * Returns whether a server that ended with `code` is restarted: one that was killed, one that
 * requested a restart, or a restarted one that failed to start.
 */
export function startsAgain(code: number | null, hasStartedAgain: boolean): boolean {
  if (code === null || code === EXIT_CODES.restart) return true;
  return hasStartedAgain && code !== EXIT_CODES.stopped && code !== EXIT_CODES.takenOver;
}

/** The channel reports the end of this process to the server, for every cause. */
function startServer({ words, env }: ServerProgram): ChildProcess {
  return spawn(process.execPath, [...SERVER_NODE_FLAGS, ...words], {
    env: { ...env, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Resolves with null when the process was killed. */
function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(EXIT_CODES.failed));
    child.once('exit', (code) => resolve(code));
  });
}
