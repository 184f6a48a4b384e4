/** `npm start` as users and process managers run it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { lastingPort } from '../../support/servers/lasting-port.ts';
import { npmStart, READY } from '../../support/servers/npm-start.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

/** A folder with an empty database; `platform-start.test.ts` has first starts. */
async function installation(): Promise<string> {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'empty');
  return dataDir;
}

/** Starts an empty exchange in its own folder. */
async function start() {
  const dataDir = await installation();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'none', MARKET_MAKER: 'off' };
  return { dataDir, ...npmStart({ env }) };
}

test('npm start serves, and a signal to npm stops the server', async () => {
  const { kill, says, ends, output } = await start();
  await says(READY);
  kill('SIGTERM');
  expect(await ends()).toBe(true);
  expect(output()).toContain('"msg":"stopped"');
});

test(
  'npm start restarts after its database or its server was killed',
  { timeout: 240_000 },
  async () => {
    const { dataDir, pid, kill, says, ends, output } = await start();
    await says(READY);
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await says(READY, 2);
    process.kill(serverOf(pid()), 'SIGKILL');
    await says(READY, 3);
    kill('SIGTERM');
    expect(await ends()).toBe(true);
    expect(output().split('is restarted').length - 1).toBe(2);
  },
);

test('a server does not outlive the npm start that supervises it', async () => {
  const { pid, says, ends } = await start();
  await says(READY);
  const [supervisor = 0] = childrenOf(pid());
  process.kill(supervisor, 'SIGKILL');
  expect(await ends()).toBe(true);
});

test('npm run dev serves the app and the console with hot reload, each with its calls', async () => {
  const env = {
    ...process.env,
    DATA_DIR: await installation(),
    NODE_ENV: 'development',
    PORT: String(await lastingPort()),
    OPERATOR_PORT: String(await lastingPort()),
    SEED: 'none',
    MARKET_MAKER: 'off',
  };
  const { kill, says, ends, output } = npmStart({ script: 'dev', env });
  await says('No SMTP_URL is set');
  const addressAfter = (words: RegExp) => new URL(words.exec(output())?.[1] ?? '').origin;
  const app = addressAfter(/^Meridian is ready in \d+ ms: (\S+)$/m);
  const console = addressAfter(/^The console of operators: (\S+)$/m);
  const pageOf = async (url: string) =>
    (await fetch(url, { headers: { accept: 'text/html' } })).text();
  for (const [origin, entry] of [
    [app, '/src/main.tsx'],
    [console, '/src/console/main.tsx'],
  ] as const)
    for (const page of [await pageOf(`${origin}/`), await pageOf(`${origin}/withdrawals`)]) {
      expect(page).toContain('/@vite/client');
      expect(page).toContain(`src="${entry}`);
    }
  const { status } = await fetch(`${console}/api/operator/session/current`);
  expect(status).toBe(401);
  kill('SIGTERM');
  expect(await ends()).toBe(true);
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Returns the process id of the server below npm and its supervisor. */
function serverOf(npm: number): number {
  const [supervisor = 0] = childrenOf(npm);
  const [server = 0] = childrenOf(supervisor);
  return server;
}
