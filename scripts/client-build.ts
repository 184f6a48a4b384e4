/** Whether the built app is up to date, and how it is built. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const ENTRY = path.join(ROOT, 'dist', 'client', 'index.html');
/** Everything that the build reads. */
const SOURCES = [
  'contract',
  'index.html',
  'locales',
  'machines',
  'package-lock.json',
  'public',
  'src',
  'streams',
  'vite.config.ts',
];

/** Whether there is a build, of whatever age. */
export const isClientBuilt = (): boolean => existsSync(ENTRY);

/** Whether there is none, or a source has changed since. */
export function isClientStale(): boolean {
  if (!isClientBuilt()) return true;
  const builtAt = statSync(ENTRY).mtimeMs;
  return SOURCES.some((source) => changedAt(path.join(ROOT, source)) > builtAt);
}

/** Builds and compresses; what the tools say goes to our output. @returns whether it worked. */
export function buildClient(): boolean {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  return run(vite, 'build', '--logLevel', 'error') && run('scripts/compress-assets.ts');
}

function run(...args: string[]): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** The latest change of a file, or of a folder and everything in it; a removal changes the folder. */
function changedAt(source: string): number {
  const stat = statSync(source, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(source).map((name) => changedAt(path.join(source, name)));
  return Math.max(stat.mtimeMs, ...inside);
}
