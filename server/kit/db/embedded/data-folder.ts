/** Checks the data folder before anything is started in it; nothing here overwrites a file. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../process/startup-error.ts';
import { POSTGRES_MAJOR } from './binaries.ts';

/**
 * Creates a missing folder and checks that it is writable.
 * @returns its path without symbolic links, so that two spellings mean one folder.
 * @throws StartupError naming the folder and the reason.
 */
export function openDataFolder(dataDir: string): string {
  const probe = path.join(dataDir, `.write-test-${process.pid}`);
  try {
    // Other users may pass through but not list it, because PostgreSQL runs as another user when
    // the server is root.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written: ${reasonOf(error)}. Set DATA_DIR to another folder.`,
    );
  }
  return realpathSync(dataDir);
}

/** PostgreSQL's own folder inside the data folder. */
export const clusterFolderOf = (dataDir: string): string => path.join(dataDir, 'postgres');

/**
 * Whether `cluster` holds a database of our version (true) or is still to be created (false).
 * @throws StartupError when it is damaged, of another major version or another user's.
 */
export function inspectCluster(cluster: string): boolean {
  if (!existsSync(cluster)) return false;
  if (!statSync(cluster).isDirectory()) throw damaged(cluster, 'it is not a folder');
  refuseForeignOwner(cluster);
  if (readdirSync(cluster).length === 0) return false;
  const version = readVersion(cluster);
  if (version === undefined) throw damaged(cluster, 'PG_VERSION is missing or not readable');
  if (version !== POSTGRES_MAJOR) {
    throw new StartupError(
      `The data folder ${cluster} was written by PostgreSQL ${version}; this version of Meridian ` +
        `reads PostgreSQL ${POSTGRES_MAJOR}. Nothing was overwritten.`,
    );
  }
  if (!existsSync(path.join(cluster, 'global', 'pg_control')))
    throw damaged(cluster, 'global/pg_control is missing');
  return true;
}

/** Returns the error for a database that PostgreSQL itself rejects, with its message. */
export function doesNotStart(cluster: string, reason: string): StartupError {
  return new StartupError(
    `The database in ${cluster} does not start, it may be damaged: ${reason}. ${ADVICE}`,
  );
}

const ADVICE =
  'Nothing was overwritten; restore it from a backup, or set DATA_DIR to another folder.';

const damaged = (cluster: string, reason: string): StartupError =>
  new StartupError(`The data folder ${cluster} is damaged: ${reason}. ${ADVICE}`);

function readVersion(cluster: string): number | undefined {
  const file = path.join(cluster, 'PG_VERSION');
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

function refuseForeignOwner(cluster: string): void {
  const self = process.getuid?.();
  const owner = statSync(cluster).uid;
  if (self === undefined || self === 0 || self === owner) return;
  throw new StartupError(
    `The data folder ${cluster} belongs to another user (uid ${owner}): start Meridian as that ` +
      'user, or set DATA_DIR to another folder.',
  );
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^[A-Z]+: /, '') : String(error);
