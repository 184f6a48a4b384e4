/** The secret of an installation: generated once, readable only by its owner, and not replaceable. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/authenticator.ts';
import { dataOf, errorOf, PASSWORD, signIn } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { runServerToExit, startTestServer } from '../../support/test-server.ts';
import type { TestServer } from '../../support/test-server.ts';

const KEY = 'Zm9ydHktdHdvIGJ5dGVzIG9mIGEgc2VjcmV0IGZvciB0ZXN0cw';
/** Each test starts several servers while other test files run. */
let server: TestServer;
afterEach(() => server.stop());

const start = async (env: Readonly<Record<string, string>> = {}) => {
  server = await startTestServer({ env: { SEED: 'none', ...env } });
  return path.join(server.dataDir, 'secret.key');
};

/** Stops the server and restarts it in its folder, to read why it does not start. */
async function refusalOfNextStart(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { dataDir } = server;
  await server.kill();
  const { code, output } = await runServerToExit({ DATA_DIR: dataDir, SEED: 'none', ...env });
  expect(code).not.toBe(0);
  return output;
}

test('is created at the first start, for its owner alone, and a bound authenticator outlives a restart', async () => {
  const file = await start();
  const made = readFileSync(file, 'utf8');
  expect(made.trim()).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(server.logs.join()).not.toContain(made.trim());
  const time = new ServerTime(server);
  const { email, token } = await newUser(server);
  const key = await bindAuthenticator(server, time, token);
  await server.restart();
  expect(readFileSync(file, 'utf8')).toBe(made);
  const later = dataOf(await signIn(server, email)).accessToken;
  const restarted = new ServerTime(server);
  await restarted.nextStep();
  await restarted.nextStep();
  const unbind = { password: PASSWORD, google_code: googleCode(key, restarted.now()) };
  expect(errorOf(await server.call('unbindGoogle', unbind, { token: later }))).toBeUndefined();
});

test('that was lost keeps the server from starting until it is back', async () => {
  const file = await start();
  const made = readFileSync(file, 'utf8');
  rmSync(file);
  expect(await refusalOfNextStart()).toContain('encrypted with another secret');
  writeFileSync(file, made, { mode: 0o600 });
  await server.restart();
});

test('that was replaced keeps the server from starting', async () => {
  await start();
  expect(await refusalOfNextStart({ SECRET_KEY: KEY })).toContain('encrypted with another secret');
});

test('that is readable by others keeps the server from starting', async () => {
  const file = await start();
  chmodSync(file, 0o640);
  expect(await refusalOfNextStart()).toContain('readable by others');
});

test('from a setting is used, and no other is created', async () => {
  const file = await start({ SECRET_KEY: KEY });
  expect(() => statSync(file)).toThrow('ENOENT');
  await server.restart();
  expect(errorOf(await server.call('listAreas', {}))).toBeUndefined();
});
