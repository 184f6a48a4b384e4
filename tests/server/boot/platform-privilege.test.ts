/** PostgreSQL refuses to run as root: each workaround that this machine allows is used. */
import { spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { choosePrivilege } from '../../../server/kit/db/embedded/privilege.ts';
import type { Privilege } from '../../../server/kit/db/embedded/privilege.ts';
import { createLog } from '../../../server/kit/log.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const NOBODY = 65_534;
const folders = temporaryFolders();
afterAll(() => folders.removeAll());

const isRoot = process.getuid?.() === 0;
const isNamespaceAllowed = spawnSync('unshare', ['--user', 'true']).status === 0;
const possible: readonly Privilege[] = isRoot
  ? [
      { kind: 'setuid', uid: NOBODY, gid: NOBODY },
      ...(isNamespaceAllowed ? [{ kind: 'namespace' } as const] : []),
    ]
  : [{ kind: 'plain' }];

test.each(possible)('as $kind, it starts, answers, and starts again', async (privilege) => {
  const dataDir = folders.make();
  chmodSync(dataDir, 0o711);
  for (const round of [1, 2]) {
    const postgres = await launchPostgres({
      dataDir,
      log: createLog('silent'),
      ...(round === 1 && { privilege }),
    });
    const client = new Client(connectionOptions(postgres.address, 'test'));
    await client.connect();
    const { rows } = await client.query('select current_setting($1) as fsync', ['fsync']);
    expect(rows).toEqual([{ fsync: 'on' }]);
    await client.end();
    await postgres.stop();
  }
});

test('a database is opened as its owner, even by root', async () => {
  const dataDir = folders.make();
  chmodSync(dataDir, 0o711);
  for (const privilege of possible) {
    const folder = path.join(dataDir, privilege.kind);
    const postgres = await launchPostgres({
      dataDir: folder,
      log: createLog('silent'),
      privilege,
    });
    await postgres.stop();
    const cluster = path.join(folder, 'postgres');
    expect(choosePrivilege(cluster)).toEqual(privilege);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
  }
});

test.runIf(isRoot)(
  'a folder closed to the user that would run the server is reported',
  async () => {
    const closed = folders.make();
    chmodSync(closed, 0o700);
    const launch = launchPostgres({
      dataDir: path.join(closed, 'data'),
      log: createLog('silent'),
      privilege: { kind: 'setuid', uid: NOBODY, gid: NOBODY },
    });
    await expect(launch).rejects.toThrow('start Meridian as an ordinary user');
  },
);
