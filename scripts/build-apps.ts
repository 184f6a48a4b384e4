/**
 * Builds the apps for `npm start`, `npm run build` and the tests of the build, and checks whether a
 * build is needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APPS, ROOT } from './apps.ts';

/** Every input of a build, relative to the project's root. */
export const SOURCES: readonly string[] = [
  'contract',
  'index.html',
  'locales',
  'machines',
  'operator.html',
  'package-lock.json',
  'public',
  'scripts/apps.ts',
  'scripts/build-apps.ts',
  'scripts/compress-assets.ts',
  'scripts/kept-brotli.ts',
  'scripts/shared-parts.ts',
  'scripts/texts-plugin.ts',
  'src',
  'streams',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.operator.config.ts',
];

/** Marks a complete, compressed build of both apps; its time is the start of that build. */
const FINISHED = 'dist/finished';

/** Returns whether there is a build of every app, of any age. */
export const areAppsBuilt = (): boolean =>
  [FINISHED, ...APPS.map(({ folder }) => `${folder}/index.html`)].every((file) =>
    existsSync(path.join(ROOT, file)),
  );

/** Returns whether there is no build, or a source has changed since it started. */
export function areAppsStale(): boolean {
  if (!areAppsBuilt()) return true;
  const builtAt = statSync(path.join(ROOT, FINISHED)).mtimeMs;
  return SOURCES.some((source) => changedAt(path.join(ROOT, source)) > builtAt);
}

/** Builds and compresses; passes the tools' output on. @returns whether it succeeded. */
export function buildApps(logLevel: 'info' | 'error'): boolean {
  const began = new Date();
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const isBuilt =
    APPS.every(({ config }) => run(vite, 'build', '--config', config, '--logLevel', logLevel)) &&
    run('scripts/compress-assets.ts');
  if (isBuilt) markFinished(began);
  return isBuilt;
}

function markFinished(began: Date): void {
  const file = path.join(ROOT, FINISHED);
  writeFileSync(file, '');
  utimesSync(file, began, began);
}

function run(...args: string[]): boolean {
  // Vite keeps another value of the shell. React would then be the one for development, which is slow and half as large again.
  const env = { ...process.env, NODE_ENV: 'production' };
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

/**
 * Returns the latest change of a file, or of a folder and everything in it; a removal changes the
 * folder.
 */
function changedAt(source: string): number {
  const stat = statSync(source, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(source).map((name) => changedAt(path.join(source, name)));
  return Math.max(stat.mtimeMs, ...inside);
}
