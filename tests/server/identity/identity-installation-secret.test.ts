/** The secret of an installation: generated once, readable only by its owner, and not replaceable. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { dataOf, errorOf, PASSWORD, signIn } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const KEY = 'Zm9ydHktdHdvIGJ5dGVzIG9mIGEgc2VjcmV0IGZvciB0ZXN0cw';
const folders = temporaryFolders();
let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => folders.removeAll());

const fileIn = (dataDir: string) => path.join(dataDir, 'secret.key');

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  server = await startTestServer({ env: { SEED: 'none', ...env } });
  return server;
}

/** The data folder of a server that has stopped. */
async function stoppedFolder(): Promise<string> {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'demo');
  return dataDir;
}

/** Returns why a server does not start in the folder. */
async function refusalIn(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, output } = await runServerToExit({ DATA_DIR: dataDir, ...env });
  expect(code).not.toBe(0);
  return output;
}

test('is created at the first start, for its owner alone, and a bound authenticator outlives a restart', async () => {
  const installed = await start();
  const file = fileIn(installed.dataDir);
  const made = readFileSync(file, 'utf8');
  expect(made.trim()).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(installed.logs.join()).not.toContain(made.trim());
  const time = new ServerTime(installed);
  const { email, token } = await newUser(installed);
  const key = await bindAuthenticator(installed, time, token);
  await installed.restart();
  expect(readFileSync(file, 'utf8')).toBe(made);
  const restarted = new ServerTime(installed);
  await restarted.nextStep();
  await restarted.nextStep();
  const code = () => googleCode(key, restarted.now());
  const later = dataOf(await signIn(installed, email, PASSWORD, code())).accessToken;
  await restarted.nextStep();
  const unbind = { password: PASSWORD, google_code: code() };
  expect(errorOf(await installed.call('unbindGoogle', unbind, { token: later }))).toBeUndefined();
});

test('that was lost keeps the server from starting until it is back', async () => {
  const dataDir = await stoppedFolder();
  const file = fileIn(dataDir);
  const made = readFileSync(file, 'utf8');
  rmSync(file);
  expect(await refusalIn(dataDir)).toContain('encrypted with another secret');
  writeFileSync(file, made, { mode: 0o600 });
  server = await startTestServer({ dataDir });
});

test('that was replaced keeps the server from starting', async () => {
  const refused = await refusalIn(await stoppedFolder(), { SECRET_KEY: KEY });
  expect(refused).toContain('encrypted with another secret');
});

test('that is readable by others keeps the server from starting', async () => {
  const dataDir = await stoppedFolder();
  chmodSync(fileIn(dataDir), 0o640);
  expect(await refusalIn(dataDir)).toContain('readable by others');
});

test('from a setting is used, and no other is created', async () => {
  const installed = await start({ SECRET_KEY: KEY });
  expect(() => statSync(fileIn(installed.dataDir))).toThrow('ENOENT');
  await installed.restart();
  expect(errorOf(await installed.call('listAreas', {}))).toBeUndefined();
});
