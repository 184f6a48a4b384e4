/** The first start in a fresh clone: an app, a console, and no error message. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { DESKTOP, openApp, workerBrowser } from '../../support/pages/app-page.ts';
import { signInToConsole } from '../../support/operator/console-page.ts';
import { cloneInto, freshShell, olderNodeIn, pretendOlderNode } from '../../support/fresh-clone.ts';
import { lastingPort } from '../../support/servers/lasting-port.ts';
import { npmStart, READY, type NpmStart } from '../../support/servers/npm-start.ts';
import { codeOf } from '../../support/operator/operators.ts';
import { demoAccount, DEMO_PASSWORD } from '../../support/pages/product.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

/** Both apps are built and compressed at the first start. */
const BUILD_MS_MAX = 240_000;
const BUILDING = 'Building the';

const folders = temporaryFolders();
const clone = folders.make();
const outside = folders.make();
let browser: Browser;
beforeAll(async () => {
  cloneInto(clone);
  browser = await workerBrowser();
});
/** Processes that no test has ended yet. */
const running = new Set<NpmStart>();
afterAll(async () => {
  for (const npm of running) npm.kill('SIGTERM');
  for (const npm of running) await npm.ends();
  folders.removeAll();
});

interface Started extends NpmStart {
  readonly origin: string;
  readonly operatorOrigin: string;
  readonly ms: number;
}

async function start(first: readonly string[] = []): Promise<Started> {
  const ports = { PORT: String(await lastingPort()), OPERATOR_PORT: String(await lastingPort()) };
  // Some developers have it in their shell. The apps are built for production in any case.
  const env = { ...freshShell(outside, first), ...ports, NODE_ENV: 'development' };
  const beganAt = performance.now();
  const npm = npmStart({ folder: clone, env, patienceMs: BUILD_MS_MAX });
  running.add(npm);
  await npm.says(READY);
  const ms = performance.now() - beganAt;
  const address = (port: string) => `http://127.0.0.1:${port}`;
  const { PORT, OPERATOR_PORT } = ports;
  return Object.assign(npm, { ms, origin: address(PORT), operatorOrigin: address(OPERATOR_PORT) });
}

/** Stops it as Ctrl-C does. @returns its output that looks like an error. */
async function troubleOf(npm: Started): Promise<readonly string[]> {
  npm.kill('SIGINT');
  expect(await npm.ends()).toBe(true);
  running.delete(npm);
  return npm.output().split('\n').filter(readsLikeAFault);
}

function readsLikeAFault(line: string): boolean {
  if (line.startsWith('{')) return (JSON.parse(line) as { level: string }).level !== 'info';
  return /warn|error|deprecat|unsupported|fail|can ?not|exception|^\s+at /i.test(line);
}

/** Opens a page of `origin` and collects every error it reports. */
async function openPage(origin: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await openApp(browser, origin, { viewport: DESKTOP });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // Only the React for development recommends them.
    if (message.type() === 'error' || text.includes('React DevTools')) complaints.push(text);
  });
  return { page, complaints };
}

/** Key of the operator's authenticator, once it is bound. */
let secret: string | null = null;

/** Checks that the app shows prices and that the console lets its operator in. */
async function expectBothApps({ origin, operatorOrigin }: Started): Promise<void> {
  const app = await openPage(origin);
  await app.page.goto('/login');
  await app.page.locator('[name="account"]').fill(demoAccount('trader'));
  await app.page.locator('[name="password"]').fill(DEMO_PASSWORD);
  await app.page.locator('form button[type=submit]').click();
  await app.page.waitForURL('**/home');
  await app.page.getByTestId('market-row').first().getByTestId('price').waitFor();
  const desk = await openPage(operatorOrigin);
  // The next time step if a code of the current one was used, because each code is accepted once.
  const aheadMs = secret === null ? 0 : LIMITS.google_code_step_ms;
  secret = await signInToConsole(desk.page, secret, (key) => codeOf(key, aheadMs));
  expect([...app.complaints, ...desk.complaints]).toEqual([]);
  for (const { page } of [app, desk]) await page.context().close();
}

describe('a fresh clone', () => {
  test(
    'starts with an older Node on the PATH: both apps run, and no line reads like a fault',
    { timeout: BUILD_MS_MAX + 60_000 },
    async () => {
      const started = await start([olderNodeIn(path.join(outside, 'older'))]);
      for (const part of ['app', 'server'])
        expect(started.output()).toContain(`${BUILDING} ${part}`);
      await expectBothApps(started);
      expect(await troubleOf(started)).toEqual([]);
    },
  );

  test('starts again with the Node of the machine, without a new build', async () => {
    const started = await start();
    expect(started.output()).not.toContain(BUILDING);
    await expectBothApps(started);
    expect(await troubleOf(started)).toEqual([]);
  });

  test('names the missing Node version in one line when only an older Node is found', () => {
    const bare = path.join(outside, 'bare');
    mkdirSync(path.join(bare, 'scripts'), { recursive: true });
    for (const file of ['package.json', 'scripts/check-node.mjs'])
      copyFileSync(path.join(clone, file), path.join(bare, file));
    const older = path.join(outside, 'pretended');
    pretendOlderNode(older);
    const env = freshShell(outside, [older]);
    const { status, stderr } = spawnSync('npm', ['start'], { cwd: bare, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Meridian needs Node 22\.18 or newer and this is v20\..*npm ci.*$/m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('can be installed with its bundled Node without a warning', () => {
    const empty = path.join(outside, 'empty');
    mkdirSync(empty);
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(clone, file), path.join(empty, file));
    const env = freshShell(outside, [path.dirname(process.execPath)]);
    const npm = spawnSync('npm', ['ci', '--dry-run'], { cwd: empty, env, encoding: 'utf8' });
    expect({ status: npm.status, stderr: npm.stderr }).toEqual({ status: 0, stderr: '' });
  });
});
