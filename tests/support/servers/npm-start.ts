/**
 * `npm start` and `npm run dev` as users and process managers run them, with their own data folder, and their
 * output.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { eventually } from '../eventually.ts';

interface NpmStartOptions {
  /** Folder of the project; absent: that of these tests. */
  readonly folder?: string;
  /** The npm script; `start` by default. */
  readonly script?: 'start' | 'dev';
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds in which a line must appear. */
  readonly patienceMs?: number;
}

/** The log line of a listening server. */
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
  // The last process that holds the pipe, the server, closes it.
  const ended = once(npm.stdout, 'end');
  return {
    pid: () => ensure(npm.pid, 'a process'),
    kill: (signal: NodeJS.Signals) => npm.kill(signal),
    output: () => output,
    /** Waits until the output contains the text for the `count`-th time. @throws Error if it ends instead. */
    says: (text: string, count = 1) => {
      const isSaid = () => expect(output.split(text).length - 1).toBeGreaterThanOrEqual(count);
      const said = eventually(isSaid, { timeout: patienceMs });
      // The last output may contain the text.
      return Promise.race([said, ended.then(() => expect(output).toContain(text))]);
    },
    /** True if everything ends by itself; other processes are killed. */
    async ends(): Promise<boolean> {
      const isEnded = await Promise.race([ended.then(() => true), pause(30_000, false)]);
      if (!isEnded) process.kill(-ensure(npm.pid, 'a process'), 'SIGKILL');
      return isEnded;
    },
  };
}
