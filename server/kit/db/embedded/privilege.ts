/**
 * Ways to run PostgreSQL's programs: they refuse root, so root runs them in a user namespace or,
 * where the kernel forbids those (most containers), as the user `nobody`.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { chownSync, cpSync, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../../process/startup-error.ts';

/** plain: as this process. namespace: root, seen as `nobody`. setuid: as another user. */
export type Privilege =
  | { readonly kind: 'plain' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'setuid'; readonly uid: number; readonly gid: number };

const NOBODY = 65_534;
const UNSHARE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * Returns the privilege for this process and folder. For root, an existing database stays with its
 * owner, so that the same user can open it again without root.
 */
export function choosePrivilege(cluster: string): Privilege {
  if (process.getuid?.() !== 0) return { kind: 'plain' };
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { kind: 'setuid', uid, gid };
  }
  const isNamespaceAllowed = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;
  return isNamespaceAllowed ? { kind: 'namespace' } : { kind: 'setuid', uid: NOBODY, gid: NOBODY };
}

/**
 * Starts a program of `bin` in `native`, outside of our process group so that only this process
 * gets Ctrl-C.
 */
export function spawnProgram(
  privilege: Privilege,
  native: string,
  program: 'initdb' | 'postgres',
  args: readonly string[],
): ChildProcess {
  const file = path.join(native, 'bin', program);
  const options: SpawnOptions = { cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
  switch (privilege.kind) {
    case 'plain':
      return spawn(file, args, options);
    case 'namespace':
      return spawn('unshare', [...UNSHARE, file, ...args], options);
    case 'setuid':
      return spawn(file, args, { ...options, uid: privilege.uid, gid: privilege.gid });
  }
}

/** Changes the owner of `folder` to the user that PostgreSQL runs as. */
export function giveTo(privilege: Privilege, folder: string): void {
  if (privilege.kind === 'setuid') chownSync(folder, privilege.uid, privilege.gid);
}

/**
 * Returns the folder from which that user can run the programs: `native` itself, or a copy in
 * `runFolder` when `native` is below a folder closed to others.
 * @throws StartupError when the data folder is closed to that user as well.
 */
export function reachableBinaries(privilege: Privilege, native: string, runFolder: string): string {
  if (privilege.kind !== 'setuid') return native;
  if (!canEnter(privilege, runFolder)) {
    throw new StartupError(
      `PostgreSQL cannot run as root here and uid ${privilege.uid} cannot enter ${runFolder}: start ` +
        'Meridian as an ordinary user, or set DATA_DIR to a folder such as /var/lib/meridian.',
    );
  }
  if (canEnter(privilege, path.join(native, 'bin'))) return native;
  const copy = path.join(runFolder, 'postgres-programs');
  rmSync(copy, { recursive: true, force: true });
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** The kernel decides, because it knows every rule; permission bits are not enough. */
function canEnter({ uid, gid }: { uid: number; gid: number }, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/' });
  return status === 0;
}
