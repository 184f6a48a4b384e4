/** Starts that must be refused: one clear line, an exit code, and not a byte changed. */
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { copyTemplateInto } from '../../support/databases/database-template.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

/** Returns exit code and message, which must be one line without a stack. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await runServerToExit(env);
  const lines = output.trim().split('\n');
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Meridian cannot start\. /);
  return output;
}

describe('an installation is refused', () => {
  const dataDir = folders.make();
  const cluster = path.join(dataDir, 'postgres');
  const versionFile = path.join(cluster, 'PG_VERSION');
  const controlFile = path.join(cluster, 'global', 'pg_control');

  beforeAll(async () => {
    // A server has run in it, and was stopped.
    await copyTemplateInto(dataDir, 'demo');
  });

  /** Name, size and content of every file in the database folder. */
  function fingerprint(): string {
    const hash = createHash('sha256');
    for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }).toSorted()) {
      const file = path.join(cluster, name);
      if (/postmaster\.(?:opts|pid)$/.test(name) || !statSync(file).isFile()) continue;
      hash.update(name).update(readFileSync(file));
    }
    return hash.digest('hex');
  }

  /** Damages one file, expects the start to be refused with nothing changed, and repairs the file. */
  async function refusedWith(file: string, content: Buffer | undefined): Promise<string> {
    const original = readFileSync(file);
    const { uid, gid, mode } = statSync(file);
    if (content === undefined) rmSync(file);
    else writeFileSync(file, content);
    const before = fingerprint();
    const message = await refusal({ DATA_DIR: dataDir });
    expect(fingerprint()).toBe(before);
    writeFileSync(file, original);
    chmodSync(file, mode);
    expect([statSync(file).uid, statSync(file).gid]).toEqual([uid, gid]);
    return message;
  }

  test('because a newer PostgreSQL wrote it', async () => {
    const message = await refusedWith(versionFile, Buffer.from('19\n'));
    expect(message).toContain('was written by PostgreSQL 19');
  });

  test('because its version is gone', async () => {
    expect(await refusedWith(versionFile, undefined)).toContain('is damaged: PG_VERSION');
  });

  test('because its version is not readable', async () => {
    expect(await refusedWith(versionFile, Buffer.from('\0\0'))).toContain('is damaged: PG_VERSION');
  });

  test('because its control file is gone', async () => {
    expect(await refusedWith(controlFile, undefined)).toContain('global/pg_control is missing');
  });

  test('because its control file is garbage', async () => {
    const message = await refusedWith(controlFile, Buffer.alloc(8_192, 7));
    expect(message).toContain('does not start, it may be damaged');
    expect(message).toContain('Nothing was overwritten');
  });

  test('because a newer Meridian has changed its schema', async () => {
    await insertMigration('0'.repeat(64));
    expect(await refusal({ DATA_DIR: dataDir })).toContain('newer version of Meridian');
    await deleteMigration('0'.repeat(64));
    const server = await startTestServer({ dataDir });
    expect(await server.stop()).toBe(0);
  });

  const insertMigration = (hash: string) =>
    inDatabase('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 1)', hash);
  const deleteMigration = (hash: string) =>
    inDatabase('delete from drizzle.__drizzle_migrations where hash = $1', hash);

  async function inDatabase(statement: string, value: string): Promise<void> {
    const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
    const client = new Client(connectionOptions(postgres.address, 'test'));
    await client.connect();
    await client.query(statement, [value]);
    await client.end();
    await postgres.stop();
  }
});

/** A folder with an empty database. */
async function installation(): Promise<string> {
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'empty');
  return dataDir;
}

describe('a start is refused', () => {
  test('because a file is where the data folder should be', async () => {
    const file = path.join(folders.make(), 'data');
    writeFileSync(file, 'mine');
    expect(await refusal({ DATA_DIR: file })).toContain(
      `The data folder ${file} cannot be written`,
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('because a file is where the database folder should be', async () => {
    const dataDir = folders.make();
    writeFileSync(path.join(dataDir, 'postgres'), 'mine');
    expect(await refusal({ DATA_DIR: dataDir })).toContain('is damaged: it is not a folder');
    expect(readFileSync(path.join(dataDir, 'postgres'), 'utf8')).toBe('mine');
  });

  test('because the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const env = { DATA_DIR: await installation(), SEED: 'none', PORT: String(port) };
    expect(await refusal(env)).toContain(`Port ${port} of 127.0.0.1 is taken`);
    other.close();
  });

  test('because the host is not a local address', async () => {
    const env = { DATA_DIR: await installation(), SEED: 'none', HOST: '192.0.2.1' };
    expect(await refusal(env)).toContain('192.0.2.1 is not an address of this machine');
  });

  test('because no database answers', async () => {
    const env = { DATABASE_URL: 'postgres://meridian@127.0.0.1:1/meridian' };
    expect(await refusal(env)).toContain('The database cannot be reached');
  });
});

describe('an invalid configuration', () => {
  test('is reported with all its faults at once', async () => {
    const message = await refusal({
      PORT: '70000',
      SEED: 'some',
      PUBLIC_ORIGIN: 'https://exchange.example/app',
      TRUST_PROXY: 'everybody',
      LOG_LEVEL: 'loud',
    });
    for (const name of ['PORT', 'SEED', 'PUBLIC_ORIGIN', 'TRUST_PROXY', 'LOG_LEVEL'])
      expect(message).toContain(`${name} must be`);
  });

  test('in production has demo accounts, no mail server or the control interface', async () => {
    const message = await refusal({
      NODE_ENV: 'production',
      SEED: 'demo',
      CONTROL_PORT: '0',
      CONTROL_TOKEN: 'a-token-of-sixteen',
    });
    expect(message).toContain('SEED=demo is not for NODE_ENV=production');
    expect(message).toContain('SMTP_URL is needed');
    expect(message).toContain('CONTROL_PORT is only for NODE_ENV=test');
  });

  test('in production has a default secret', async () => {
    const message = await refusal({
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://user:changeme@mail.example',
      MAIL_FROM: 'exchange@exchange.example',
      SMS_URL: 'https://sms.example',
      SMS_TOKEN: 'secret',
    });
    expect(message).toContain('SMTP_URL holds a default password');
    expect(message).toContain('SMS_TOKEN must be a secret');
  });
});
