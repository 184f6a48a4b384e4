/** Starting, stopping, being killed and restarting, with the real process and the real database. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../../contract/assert.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { findBinaries } from '../../../server/kit/db/embedded/binaries.ts';
import { choosePrivilege, spawnProgram } from '../../../server/kit/db/embedded/privilege.ts';
import { gone } from '../../support/crash/processes.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { eventually } from '../../support/eventually.ts';
import { BUNDLE_VARIABLE } from '../../support/servers/server-script.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { newAddress } from '../../support/users/accounts.ts';

/** The server and its packages are more modules, and its bundle more scripts, than that. */
const MODULES_MIN = 500;
const SCRIPTS_MIN = 5;

const folders = temporaryFolders();
/** Servers of the present test. */
const started: TestServer[] = [];
/** A server in its own folder, which several tests use and leave running. */
let running: TestServer;

/** The folders in which Node keeps compiled modules and the compiled bundle. */
const compiled = { modules: folders.make(), bundle: folders.make() };

beforeAll(async () => {
  const env = { SEED: 'none', NODE_COMPILE_CACHE: compiled.bundle };
  running = await startTestServer({ isOwnProcess: true, dataDir: await installation(), env });
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});
afterAll(async () => {
  await running.stop();
  folders.removeAll();
});

async function start(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const server = await startTestServer({
    isOwnProcess: true,
    dataDir,
    env: { SEED: 'none', ...env },
  });
  started.push(server);
  return server;
}

/** A data folder after its first start. */
async function installation(): Promise<string> {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'empty');
  return dataDir;
}

/** Numbers of the signals that a process has yet to take. */
function pendingSignals(pid: number): readonly number[] {
  const [, mask = '0'] =
    /^ShdPnd:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const bits = [...BigInt(`0x${mask}`).toString(2)].toReversed();
  return bits.flatMap((bit, index) => (bit === '1' ? [index + 1] : []));
}

/** Leaves a mark that only the database stores. @returns the address, which no other test has. */
async function leaveMail(server: TestServer): Promise<string> {
  const email = newAddress('ada');
  const from = server.logs.length;
  expect((await server.call('sendEmailCode', { email, scene: 'register' })).code).toBe(1);
  await server.waitForLog(/development mailbox took a message/, from);
  return email;
}

async function mails(server: TestServer, email: string): Promise<readonly unknown[]> {
  const response = await fetch(`${server.origin}/dev/mailbox.json?to=${email}`);
  return (await response.json()) as unknown[];
}

describe('a start', () => {
  test('makes an empty folder into an installation, and a second start keeps its data', async () => {
    const server = await start(path.join(folders.make(), 'not', 'there', 'yet'));
    const email = await leaveMail(server);
    await server.restart();
    expect(await mails(server, email)).toHaveLength(1);
  });

  test('finishes a first start that was cut off while the database was made, in a folder whose path is too long for a socket', async () => {
    const dataDir = path.join(folders.make(), 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(path.join(dataDir, 'postgres.unfinished'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
    const server = await start(dataDir);
    expect((await server.call('listAreas', {})).code).toBe(1);
    expect(readdirSync(dataDir)).not.toContain('postgres.unfinished');
    expect(existsSync(path.join(dataDir, 'run'))).toBe(false);
  });
});

describe('while it runs, for a start after a kill,', () => {
  const cases = [
    { from: 'its modules', folder: compiled.modules, keptMin: MODULES_MIN, keptMax: Infinity },
    { from: 'its bundle', folder: compiled.bundle, keptMin: SCRIPTS_MIN, keptMax: MODULES_MIN },
  ];
  let fromModules: TestServer;
  // A server keeps them ten seconds after its start; the one from its bundle runs already.
  beforeAll(async () => {
    vi.stubEnv(BUNDLE_VARIABLE, '');
    const env = { SEED: 'none', NODE_COMPILE_CACHE: compiled.modules };
    fromModules = await startTestServer({ isOwnProcess: true, dataDir: await installation(), env });
    vi.unstubAllEnvs();
  });
  afterAll(() => fromModules.kill());

  test.each(cases)(
    'a server from $from keeps them compiled',
    async ({ folder, keptMin, keptMax }) => {
      await eventually(() => {
        // Node has a folder for each of its versions.
        const kept = readdirSync(folder).flatMap((name) => readdirSync(path.join(folder, name)));
        expect(kept.length).toBeGreaterThan(keptMin);
        expect(kept.length).toBeLessThan(keptMax);
      });
    },
  );
});

describe('a stop', () => {
  test('waits for a database that stops late', async () => {
    const server = await start(await installation());
    await withServerDatabase(server, async (client) => {
      client.on('error', () => {
        // The database ends this connection.
      });
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const session = ensure(rows[0], 'the session').pid;
      // The database waits for this session when it stops; the server's own sessions answer until then.
      process.kill(session, 'SIGSTOP');
      const stopped = server.stop();
      // The server loses patience, and the database sends this signal to its sessions; nothing else keeps the server's process alive then.
      const isAsked = () => expect(pendingSignals(session)).toContain(constants.signals.SIGQUIT);
      await eventually(isAsked, { timeout: 60_000 });
      process.kill(session, 'SIGCONT');
      expect(await stopped).toBe(0);
    });
    expect(server.logs.at(-1)).toContain('"msg":"stopped"');
  });

  test('by SIGTERM finishes the running request, notifies open sockets, ends with code 0 and leaves no database running', async () => {
    const server = await start(await installation());
    const open = new WebSocket(`${server.origin.replace('http', 'ws')}/ws`);
    await once(open, 'open');
    const closed = once(open, 'close');
    const { hostname, port } = new URL(server.origin);
    const body = 'account=nobody%40example.com&password=Saffron47';
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(
      'POST /api/public/user/login HTTP/1.1\r\nHost: meridian\r\nExpect: 100-continue\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\n' +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    const [go] = (await once(socket, 'data')) as [string];
    expect(go).toMatch(/^HTTP\/1\.1 100 /);
    const stopped = server.stop();
    await portIsClosed(Number(port));
    socket.write(body);
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('credentials_incorrect');
    expect(await stopped).toBe(0);
    expect((await closed)[0]).toBe(1001);
    expect(existsSync(path.join(server.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('does not wait for a request that never ends', async () => {
    const server = await start(await installation());
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /api/public/user/login HTTP/1.1\r\nHost: meridian\r\nExpect: 100-continue\r\n',
    );
    socket.write('Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n');
    await once(socket, 'data');
    expect(await server.stop()).toBe(0);
  });

  test('by SIGKILL loses no acknowledged write', async () => {
    const email = await leaveMail(running);
    await running.kill();
    await running.restart();
    expect(await mails(running, email)).toHaveLength(1);
  });

  test('of the database ends the server with the exit code for a restart', async () => {
    const server = await start(await installation());
    const pid = postmasterPid(server.dataDir);
    process.kill(pid, 'SIGKILL');
    await server.waitForLog(
      /"level":"fatal".*(?:the database ended|the connection of the spot writer)/,
    );
    // The server exits by itself, because a signal while it stops would change the exit code.
    await gone(server.pid);
    expect(await server.stop()).toBe(EXIT_CODES.restart);
  });
});

describe('a data folder', () => {
  test('is taken over from a killed server whose database is still alive', async () => {
    const email = await leaveMail(running);
    await running.stop();
    const { dataDir } = running;
    const cluster = path.join(dataDir, 'postgres');
    const args = ['-D', cluster, '-k', path.join(dataDir, 'run'), '-c', 'listen_addresses='];
    const orphan = spawnProgram(choosePrivilege(cluster), findBinaries(), 'postgres', args);
    const ended = new Promise((resolve) => orphan.once('close', resolve));
    await new Promise<void>((resolve) => {
      orphan.stderr?.on('data', (data: Buffer) => {
        if (data.includes('ready to accept connections')) resolve();
      });
    });

    const from = running.logs.length;
    await running.restart();

    await ended;
    expect(running.logs.slice(from).join('\n')).toContain('taking the database over');
    expect(await mails(running, email)).toHaveLength(1);
  });

  test('in use by another server is refused by name, and that server keeps running', async () => {
    const { code, output } = await runServerToExit({ DATA_DIR: running.dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`in use by another Meridian server (process ${running.pid})`);
    expect((await running.call('listAreas', {})).code).toBe(1);
  });
});

test('the clock of a test start is moved by the control interface, behind its token', async () => {
  const code = { email: await leaveMail(running), scene: 'register' } as const;
  expect(await running.call('sendEmailCode', code)).toMatchObject({ error: 'code_sent_recently' });
  await running.controlAdvance(61_000);
  expect(await running.call('sendEmailCode', code)).toMatchObject({ code: 1 });
  const ready = running.logs.findLast((line) => line.includes('"msg":"ready"'));
  const { controlPort } = JSON.parse(ensure(ready, 'the last start')) as { controlPort: number };
  const refused = await fetch(`http://127.0.0.1:${controlPort}/clock/advance`, {
    method: 'POST',
    body: '{"ms":1}',
  });
  expect(refused.status).toBe(401);
});

function postmasterPid(dataDir: string): number {
  return Number(
    readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
}

/** Resolves when no process accepts new connections. */
function portIsClosed(port: number): Promise<void> {
  return eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    expect(isOpen).toBe(false);
  });
}
