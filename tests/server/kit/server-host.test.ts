/** Servers in one process: each for itself, its end closes all that it opened, and the end of the process ends them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';
import { newUser, userIdOf } from '../../support/users/test-user.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const folders = temporaryFolders();

const isServing = (server: TestServer): Promise<boolean> =>
  server.call('listCurrencyMatches', {}).then(
    ({ code }) => code === 1,
    () => false,
  );

test('two servers run in one process, and each has its own clock, users, log and end', async () => {
  const first = await startTestServer();
  const second = await startTestServer();
  expect(second.pid).toBe(first.pid);
  const ahead = await first.controlAdvance(3_600_000);
  expect(await second.controlAdvance(0)).toBeLessThan(ahead - 3_000_000);
  const { token } = await newUser(first);
  await userIdOf(first, token);
  await expect(userIdOf(second, token)).rejects.toThrow('refused');

  expect(await first.stop()).toBe(0);
  expect(first.logs.at(-1)).toContain('stopped');
  expect(second.logs.join()).not.toContain('stopped');
  expect(await isServing(first)).toBe(false);
  expect(await isServing(second)).toBe(true);
  await second.stop();
});

test('a server is restarted with its data, at the same address', async () => {
  const server = await startTestServer();
  const { origin } = server;
  const { token } = await newUser(server);
  const id = await userIdOf(server, token);
  await server.restart();
  expect(server.origin).toBe(origin);
  expect(await userIdOf(server, token)).toBe(id);
  await server.stop();
});

test('a start that is refused says why, and the next one succeeds', async () => {
  const refused = startTestServer({ env: { SEED: 'unknown' } });
  await expect(refused).rejects.toThrow(/exited.*\n.*Meridian cannot start\. .*SEED/s);
  const server = await startTestServer();
  await server.stop();
});

test('a server that shares its process cannot be killed, and one of its own can', async () => {
  const shared = await startTestServer();
  await expect(shared.kill()).rejects.toThrow('isOwnProcess');
  const own = await startTestServer({ isOwnProcess: true });
  expect(own.pid).not.toBe(shared.pid);
  await own.kill();
  expect(await isServing(own)).toBe(false);
  expect(await isServing(shared)).toBe(true);
  await own.stop();
  await shared.stop();
});

test('the end of the process ends its servers, and the next one gets another process', async () => {
  const server = await startTestServer();
  process.kill(server.pid, 'SIGKILL');
  expect(await server.stop()).toBeNull();
  const next = await startTestServer();
  expect(next.pid).not.toBe(server.pid);
  await next.stop();
});

test('a stopped server leaves nothing that keeps a process alive', async () => {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'demo');
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', OPERATOR_PORT: '0' };
  const script = `
    import { runServer } from '${ROOT}/server/boot/run-server.ts';
    import { readConfig } from '${ROOT}/server/kit/config/config.ts';
    import { createLog } from '${ROOT}/server/kit/log.ts';
    const run = await runServer(readConfig(${JSON.stringify(env)}), createLog('error'), console.log);
    await run.stop(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...QUICK_NODE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output.trim()).toBe('0');
  folders.removeAll();
});
