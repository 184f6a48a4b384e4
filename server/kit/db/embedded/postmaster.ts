/** One running PostgreSQL process: starts, watches and stops it, and finds one that outlived its server. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../../process/startup-error.ts';
import type { Log } from '../../log.ts';
import { spawnProgram } from './privilege.ts';
import type { Privilege } from './privilege.ts';

/** PostgreSQL's durability defaults stay; only sizes and addresses are set. */
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=64',
  'shared_buffers=128MB',
  'max_wal_size=1GB',
  // Four times the default. A mark that stops out 10,000 accounts writes more than the default holds between two commits.
  'wal_buffers=16MB',
  // Every commit waits while a file of the log is made. Files that a busy time has left are used again after a quiet one.
  'min_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
];
const ORPHAN_STOP_MS = 30_000;
const FAST_STOP_MS = 2_000;
const POLL_MS = 20;

export interface Postmaster {
  /** Resolves with PostgreSQL's last messages when it stops unexpectedly. */
  readonly ended: Promise<string>;
  /**
   * Closes connections and stops PostgreSQL. After two seconds it is stopped without a checkpoint, and the
   * next start recovers.
   */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  readonly privilege: Privilege;
  readonly native: string;
  readonly cluster: string;
  readonly runFolder: string;
  readonly log: Log;
  /** Called when the process exists. */
  readonly onSpawned?: (() => void) | undefined;
}

/** PostgreSQL's own message about a failed start. */
export class PostmasterFailure extends Error {
  override readonly name = 'PostmasterFailure';
}

/** Starts PostgreSQL and waits until it accepts connections. @throws PostmasterFailure */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { privilege, native, cluster, runFolder, log } = options;
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const args = ['-D', cluster, '-k', runFolder, ...settings];
  const child = spawnProgram(privilege, native, 'postgres', args);
  options.onSpawned?.();
  const watcher = stopWithParent(child);
  const output = readOutput(child, log);
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(output.lastWords()));
  });
  let isStopping = false;
  const failure = await Promise.race([output.ready, exit]);
  if (failure !== undefined) {
    watcher.kill('SIGKILL');
    throw new PostmasterFailure(failure);
  }
  child.unref();
  return {
    ended: exit.then((words) => (isStopping ? new Promise<never>(() => {}) : words)),
    async stop() {
      isStopping = true;
      // This process must not end before PostgreSQL, even if that takes longer than the timeout below.
      child.ref();
      child.kill('SIGINT');
      const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
      await exit;
      clearTimeout(impatience);
      watcher.kill('SIGKILL');
    },
  };
}

/**
 * Stops a PostgreSQL that outlived its server. Only for the holder of the folder lock: a PostgreSQL
 * that answers on the socket then has no living server. Waits for one that is just stopping, too.
 * @throws StartupError when it does not end within 30 s.
 */
export async function stopOrphan(cluster: string, runFolder: string, log: Log): Promise<void> {
  const deadline = Date.now() + ORPHAN_STOP_MS;
  for (let isAsked = false; await isListening(path.join(runFolder, '.s.PGSQL.5432'));) {
    const pid = postmasterPid(cluster);
    if (!isAsked && pid !== undefined) {
      log.warn({ pid }, 'taking the database over from a server that was killed');
      signal(pid, 'SIGINT');
      isAsked = true;
    }
    if (Date.now() > deadline) {
      throw new StartupError(
        `PostgreSQL (process ${pid ?? 'unknown'}) of ${cluster} does not stop: end it, then start again.`,
      );
    }
    await pause(POLL_MS);
  }
}

/**
 * Starts a shell that outlives a killed server just long enough to stop PostgreSQL: its input
 * closes with this process.
 */
function stopWithParent(child: ChildProcess): ChildProcess {
  const script = 'cat >/dev/null; kill -INT "$1"';
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => child.kill('SIGINT'));
  watcher.stdin?.on('error', () => {
    // The watcher ended after PostgreSQL, so there is nothing left to watch.
  });
  watcher.unref();
  return watcher;
}

function readOutput(child: ChildProcess, log: Log) {
  const lines: string[] = [];
  let markReady: () => void;
  const ready = new Promise<undefined>((resolve) => (markReady = () => resolve(undefined)));
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.debug({ postgres: line }, 'postgres');
      lines.push(line);
      if (lines.length > 50) lines.shift();
      if (line.includes('ready to accept connections')) markReady();
    });
  }
  const lastWords = () => {
    const worst = lines.find((line) => /\b(?:FATAL|PANIC):/.test(line)) ?? lines.at(-1);
    return worst?.replace(/^.*?\b(?:FATAL|PANIC):\s*/, '') ?? 'it ended without a message';
  };
  return { ready, lastWords };
}

function isListening(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function postmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended, which was the aim.
  }
}
