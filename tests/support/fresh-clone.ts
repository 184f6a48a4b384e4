/** The project as a fresh clone, on a machine without the tools of this one. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** The folder of npm's packages. */
const INSTALLED = 'node_modules';

/** Copies tracked files, as they are on disk, to an empty `folder`; installed packages are linked. */
export function cloneInto(folder: string): void {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error('git does not say which files are tracked');
  const files = stdout
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  symlinkSync(path.join(ROOT, INSTALLED), path.join(folder, INSTALLED));
}

/** A shell environment without the settings of this run: neither its Node, nor those of npm or of the project. */
export function freshShell(folder: string, first: readonly string[] = []) {
  const { PATH = '', HOME, TMPDIR } = process.env;
  const settings = path.join(folder, 'npmrc');
  writeFileSync(settings, '');
  const folders = PATH.split(path.delimiter).filter((entry) => !entry.includes(INSTALLED));
  return {
    HOME,
    TMPDIR,
    PATH: [...first, ...folders].join(path.delimiter),
    npm_config_userconfig: settings,
    npm_config_update_notifier: 'false',
  };
}

/** The newest Node that cannot run the project. */
const OLD_VERSION = '20.11.1';
const [OLD_MAJOR] = OLD_VERSION.split('.').map(Number);

/**
 * A folder for the front of `PATH` with an older `node`: an installed one, or this Node under an older
 * version, which like the real one does not run TypeScript.
 */
export function olderNodeIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const own = ownOlderNode();
  if (own === undefined) pretendOlderNode(folder);
  else symlinkSync(own, path.join(folder, 'node'));
  return folder;
}

function ownOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders
    .filter((entry) => entry !== '' && !entry.includes(INSTALLED))
    .map((entry) => path.join(entry, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => {
      const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
      const major = Number(/^v(\d+)\./.exec(stdout)?.[1]);
      return major <= Number(OLD_MAJOR);
    });
}

/** Writes such a `node` into `folder`. */
export function pretendOlderNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const preload = path.join(folder, 'older.cjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'version', { value: 'v${OLD_VERSION}' });
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${OLD_VERSION}' } });
if (/\\.ts$/.test(process.argv[1] ?? '')) throw new TypeError('Unknown file extension ".ts"');
`,
  );
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo v${OLD_VERSION}; exit; fi
exec '${process.execPath}' --require '${preload}' "$@"
`;
  writeFileSync(path.join(folder, 'node'), script, { mode: 0o755 });
}
