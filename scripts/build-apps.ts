/** The one way to build the apps, for `npm start`, `npm run build` and what tests them; and whether it is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APPS, ROOT } from './apps.ts';

/** Everything that a build reads, from the root of the project. */
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
  'scripts/texts-plugin.ts',
  'src',
  'streams',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.operator.config.ts',
];

/** Made when both apps are built and compressed: its time is the one at which that build began. */
const FINISHED = 'dist/finished';

/** Whether there is a build of every app, of whatever age. */
export const areAppsBuilt = (): boolean =>
  [FINISHED, ...APPS.map(({ folder }) => `${folder}/index.html`)].every((file) =>
    existsSync(path.join(ROOT, file)),
  );

/** Whether there is none, or a source has changed since it began. */
export function areAppsStale(): boolean {
  if (!areAppsBuilt()) return true;
  const builtAt = statSync(path.join(ROOT, FINISHED)).mtimeMs;
  return SOURCES.some((source) => changedAt(path.join(ROOT, source)) > builtAt);
}

/** Builds and compresses; what the tools say goes to our output. @returns whether it worked. */
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
