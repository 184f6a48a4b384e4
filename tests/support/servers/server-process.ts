/** A server as a process of its own, which a test can kill, signal and measure. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { serverProgram } from './server-script.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/**
 * V8 begins with 1 MB for new objects and collects it many times while the modules of a server are loaded. A start takes 773 ms
 * of a processor with 16 MB, and 743 with 64.
 */
const ROOMY_NURSERY = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** One run of a server, from its start to its end. */
export interface ServerRun {
  /** The process that runs it, alone or with others. */
  readonly pid: number;
  /** Resolves when it has ended, with its exit code; `null` after a signal that it does not handle. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, or kills it. @throws Error for a server that cannot be killed alone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface ProcessOptions {
  /** True for a server that stops when this process ends, however it ends. */
  readonly endsWithProcess?: boolean | undefined;
  /** Arguments of its Node, by default the ones of a quick start. */
  readonly nodeFlags?: readonly string[] | undefined;
}

/** Starts a process with this environment. @param onLine gets each line of its output, both streams. */
export function runProcess(
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
  options: ProcessOptions = {},
): ServerRun {
  const child = spawnServer(env, options);
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', onLine);
  return {
    pid: child.pid ?? 0,
    ended: once(child, 'close').then(([code]) => code as number | null),
    end: (signal) => child.kill(signal),
  };
}

/** Runs the server to its end, for starts that must be refused. */
export async function runServerToExit(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnServer(env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Only variables of the caller and of the machine: settings of the developer's shell stay out. */
function spawnServer(
  env: Readonly<Record<string, string>>,
  { endsWithProcess = false, nodeFlags = ROOMY_NURSERY }: ProcessOptions = {},
): ChildProcess {
  const program = serverProgram();
  return spawn(process.execPath, [...nodeFlags, ...program.words], {
    cwd: ROOT,
    env: { ...ofMachine(), ...program.env, ...withDefaults(env) },
    // The server stops when its IPC channel is closed.
    stdio: ['ignore', 'pipe', 'pipe', ...(endsWithProcess ? (['ipc'] as const) : [])],
  });
}

/** The variables of this machine that a server needs. */
export function ofMachine(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** The environment of a server of tests, with that of the caller over it. */
export const withDefaults = (
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  NODE_ENV: 'test',
  // The default, except for tests about hashing; any other NODE_ENV rejects it.
  ...(env['NODE_ENV'] === undefined && { PASSWORD_COST: 'low' }),
  PORT: '0',
  OPERATOR_PORT: '0',
  LOG_LEVEL: 'info',
  // One user of a test places more orders than a trader does.
  ORDER_COMMANDS_PER_S: '10000',
  ...env,
});
