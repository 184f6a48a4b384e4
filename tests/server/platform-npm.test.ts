/** `npm start` as people and process managers use it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { temporaryFolders } from '../support/temporary-folder.ts';
import { eventually } from '../support/eventually.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

/** `npm start` with its own data folder, and what it says. */
function npmStart() {
  const dataDir = folders.make();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'none', MARKET_MAKER: 'off' };
  const npm = spawn('npm', ['start'], { env, detached: true });
  let output = '';
  npm.stdout.on('data', (data: Buffer) => (output += data.toString()));
  npm.stderr.on('data', (data: Buffer) => (output += data.toString()));
  // Closed by the last process that holds it: the server.
  const ended = once(npm.stdout, 'end');
  return {
    dataDir,
    npm,
    output: () => output,
    /** Waits until it says so for the `count`-th time. */
    says: (text: string, count = 1) =>
      eventually(() => expect(output.split(text).length - 1).toBeGreaterThanOrEqual(count), {
        timeout: 60_000,
      }),
    /** Whether everything ends by itself; what does not is killed. */
    async ends(): Promise<boolean> {
      const isEnded = await Promise.race([ended.then(() => true), pause(30_000, false)]);
      if (!isEnded) process.kill(-ensure(npm.pid, 'a process'), 'SIGKILL');
      return isEnded;
    },
  };
}

const READY = '"msg":"ready"';

test('npm start serves, and a signal to npm stops the server', async () => {
  const { npm, says, ends, output } = npmStart();
  await says(READY);
  npm.kill('SIGTERM');
  expect(await ends()).toBe(true);
  expect(output()).toContain('"msg":"stopped"');
});

test(
  'npm start is back when its database or its server was killed',
  { timeout: 240_000 },
  async () => {
    const { dataDir, npm, says, ends, output } = npmStart();
    await says(READY);
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await says(READY, 2);
    process.kill(serverOf(ensure(npm.pid, 'a process')), 'SIGKILL');
    await says(READY, 3);
    npm.kill('SIGTERM');
    expect(await ends()).toBe(true);
    expect(output().split('is started again').length - 1).toBe(2);
  },
);

test('a server does not outlive the npm start that looks after it', async () => {
  const { npm, says, ends } = npmStart();
  await says(READY);
  const [supervisor = 0] = childrenOf(ensure(npm.pid, 'a process'));
  process.kill(supervisor, 'SIGKILL');
  expect(await ends()).toBe(true);
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** npm, the script that looks after the server, the server. */
function serverOf(npm: number): number {
  const [supervisor = 0] = childrenOf(npm);
  const [server = 0] = childrenOf(supervisor);
  return server;
}
