/** The folder of the unix sockets, in the data folder if the system's path limit allows it. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupError } from '../../process/startup-error.ts';

/** Shortest limit of the supported systems (macOS), including the terminating zero. */
const SOCKET_PATH_BYTES_MAX = 103;
const LONGEST_SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Creates `run` in the data folder or, when a socket's path there would be too long, a folder below
 * the system's temporary one whose name is derived from the data folder.
 * @throws StartupError when another user owns that temporary folder.
 */
export function openRunFolder(dataDir: string): string {
  const folder = runFolderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  const self = process.getuid?.() ?? stat.uid;
  if (!stat.isDirectory() || (self !== 0 && stat.uid !== self)) {
    throw new StartupError(
      `The folder for sockets ${folder} belongs to another user: set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}

function runFolderOf(dataDir: string): string {
  const inside = path.join(dataDir, 'run');
  if (isShortEnough(inside)) return inside;
  const name = `meridian-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const temporary = path.join(tmpdir(), name);
  return isShortEnough(temporary) ? temporary : path.join('/tmp', name);
}

const isShortEnough = (folder: string): boolean =>
  Buffer.byteLength(path.join(folder, LONGEST_SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
