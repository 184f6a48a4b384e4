/** The embedded database: PostgreSQL in `DATA_DIR`, reached through a unix socket, running as long as this process. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../../contract/assert.ts';
import type { Log } from '../../log.ts';
import { StartupError } from '../../process/startup-error.ts';
import type { DatabaseAddress } from '../database.ts';
import { EMBEDDED_ROLE } from '../database.ts';
import { findBinaries } from './binaries.ts';
import { clusterFolderOf, doesNotStart, inspectCluster, openDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import type { FolderLock } from './folder-lock.ts';
import { PostmasterFailure, startPostmaster, stopOrphan } from './postmaster.ts';
import type { Postmaster, PostmasterOptions } from './postmaster.ts';
import { choosePrivilege, giveTo, reachableBinaries, spawnProgram } from './privilege.ts';
import type { Privilege } from './privilege.ts';
import { openRunFolder } from './run-folder.ts';

export interface EmbeddedPostgres {
  readonly address: DatabaseAddress;
  /** Resolves with the reason when PostgreSQL stops unexpectedly. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

interface LaunchOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Privilege of the programs; by default chosen from the process and the folder. */
  readonly privilege?: Privilege;
  /** Called when PostgreSQL runs, before it takes connections. */
  readonly onSpawned?: () => void;
}

/** Time for which processes of a killed PostgreSQL may keep its memory before a start gives up. */
const LEFTOVER_WAIT_MS = 10_000;
const LEFTOVER = /lock file .* already exists|pre-existing shared memory block/;
const RETRY_MS = 50;

/**
 * Creates the database at the first start, takes it over from a killed server, starts it.
 * @throws StartupError in one line, with nothing overwritten, when it cannot be used.
 */
export async function launchPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataFolder(options.dataDir);
  const cluster = clusterFolderOf(dataDir);
  const privilege = options.privilege ?? choosePrivilege(cluster);
  const runFolder = openRunFolder(dataDir);
  giveTo(privilege, runFolder);
  const lock = await lockFolder(runFolder, dataDir);
  try {
    const { log, onSpawned } = options;
    const postmaster = await startIn({ cluster, runFolder, privilege, log, onSpawned });
    return running(postmaster, lock, runFolder);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startIn(place: Omit<PostmasterOptions, 'native'>): Promise<Postmaster> {
  const { cluster, runFolder, privilege, log } = place;
  const isMade = inspectCluster(cluster);
  await stopOrphan(cluster, runFolder, log);
  const native = reachableBinaries(privilege, findBinaries(), runFolder);
  if (!isMade) await makeCluster(privilege, native, cluster);
  const deadline = Date.now() + LEFTOVER_WAIT_MS;
  for (;;) {
    try {
      return await startPostmaster({ ...place, native });
    } catch (error) {
      if (!(error instanceof PostmasterFailure)) throw error;
      if (!LEFTOVER.test(error.message)) throw doesNotStart(cluster, error.message);
      if (Date.now() > deadline) {
        throw new StartupError(`The data folder ${cluster} is still in use: ${error.message}.`);
      }
      await pause(RETRY_MS);
    }
  }
}

const running = (
  postmaster: Postmaster,
  lock: FolderLock,
  socketFolder: string,
): EmbeddedPostgres => ({
  address: { socketFolder },
  ended: postmaster.ended,
  async stop() {
    await postmaster.stop();
    lock.release();
  },
});

/**
 * Creates it next to its final place and renames it, so that an interrupted start leaves no half
 * database.
 */
async function makeCluster(privilege: Privilege, native: string, cluster: string): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(privilege, unfinished);
  const encoding = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin'];
  const initdb = spawnProgram(privilege, native, 'initdb', [
    '-D',
    unfinished,
    '-U',
    EMBEDDED_ROLE,
    '--auth=trust',
    '--no-instructions',
    '--builtin-locale=C.UTF-8',
    ...encoding,
  ]);
  let output = '';
  for (const stream of [ensure(initdb.stdout, 'output'), ensure(initdb.stderr, 'error output')])
    stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-2_000)));
  const status = await new Promise<number | null>((resolve) => {
    initdb.once('error', () => resolve(null));
    initdb.once('close', resolve);
  });
  if (status !== 0) {
    const reason = output.trim().split('\n').at(-1) ?? 'initdb did not start';
    throw new StartupError(`PostgreSQL could not make its data folder ${cluster}: ${reason}.`);
  }
  renameSync(unfinished, cluster);
}
