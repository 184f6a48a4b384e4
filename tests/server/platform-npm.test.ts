/** `npm start` as people and process managers use it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { temporaryFolders } from '../support/temporary-folder.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

test('npm start serves, and a signal to npm stops the server', { timeout: 60_000 }, async () => {
  const env = { ...process.env, DATA_DIR: folders.make(), PORT: '0', SEED: 'none' };
  const npm = spawn('npm', ['start'], { env, detached: true });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    npm.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (output.includes('"msg":"ready"')) resolve();
    });
  });
  // Closed by the last process that holds it: the server.
  const ended = once(npm.stdout, 'end');
  await ready;

  npm.kill('SIGTERM');

  const isEnded = await Promise.race([ended.then(() => true), pause(10_000, false)]);
  if (!isEnded) process.kill(-ensure(npm.pid, 'a process'), 'SIGKILL');
  expect(isEnded).toBe(true);
  expect(output).toContain('"msg":"stopped"');
});
