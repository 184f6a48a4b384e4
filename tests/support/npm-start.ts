/** `npm start` and `npm run dev` as people and process managers use it: with a data folder of its own, and what it says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { eventually } from './eventually.ts';

export interface NpmStartOptions {
  /** Folder of the project; absent: the one of these tests. */
  readonly folder?: string;
  /** `start` unless another script is named. */
  readonly script?: 'start' | 'dev';
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long a line may take to come. */
  readonly patienceMs?: number;
}

/** The line of a server that listens. */
export const READY = '"msg":"ready"';
const PATIENCE_MS = 60_000;

export type NpmStart = ReturnType<typeof npmStart>;

export function npmStart({
  folder,
  script = 'start',
  env,
  patienceMs = PATIENCE_MS,
}: NpmStartOptions) {
  const npm = spawn('npm', ['run', script], {
    env,
    detached: true,
    ...(folder && { cwd: folder }),
  });
  let output = '';
  npm.stdout.on('data', (data: Buffer) => (output += data.toString()));
  npm.stderr.on('data', (data: Buffer) => (output += data.toString()));
  // Closed by the last process that holds it: the server.
  const ended = once(npm.stdout, 'end');
  return {
    pid: () => ensure(npm.pid, 'a process'),
    kill: (signal: NodeJS.Signals) => npm.kill(signal),
    output: () => output,
    /** Waits until it says so for the `count`-th time. @throws Error when it ends instead. */
    says: (text: string, count = 1) => {
      const isSaid = () => expect(output.split(text).length - 1).toBeGreaterThanOrEqual(count);
      const said = eventually(isSaid, { timeout: patienceMs });
      // What it said last may be what is waited for.
      return Promise.race([said, ended.then(() => expect(output).toContain(text))]);
    },
    /** Whether everything ends by itself; what does not is killed. */
    async ends(): Promise<boolean> {
      const isEnded = await Promise.race([ended.then(() => true), pause(30_000, false)]);
      if (!isEnded) process.kill(-ensure(npm.pid, 'a process'), 'SIGKILL');
      return isEnded;
    },
  };
}
