/**
 * The server as one script for all starts of a run of tests: to find, strip and link its 900 modules and those
 * of its packages takes 0.3 s of a processor. Commands that tests run start the modules themselves.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { BUNDLE_VARIABLE, SERVER_ENTRY } from './server-script.ts';
import { isAlive } from './temporary-folder.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** A folder per run, named by the process that made it. */
const FOLDER = path.join(ROOT, '.cache/server');
/** Packages with machine code, which stay where they are. */
const NATIVE = ['@node-rs/argon2', 'sharp', 'pg-native'];

/** Folder of the script, if this process has made it. */
let made: string | undefined;

const isOurs = (id: string): boolean => id.startsWith(ROOT) && !id.includes('/node_modules/');

/** Lets each module find its neighboring files where they are. */
const ownPlaces: Plugin = {
  name: 'meridian:own-places',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.') || !isOurs(id)) return null;
    const placed = code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    if (placed.includes('import.meta.'))
      this.error(`${id} must find its files by import.meta.dirname or import.meta.url`);
    return { code: placed, map: null };
  },
};

/** Makes the script, unless this run has it. Packages of machine code are found from its folder. */
export async function bundleServer(): Promise<void> {
  if (process.env[BUNDLE_VARIABLE] !== undefined) return;
  removeLeftOver();
  const outDir = path.join(FOLDER, String(process.pid));
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [ownPlaces],
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: SERVER_ENTRY,
      outDir,
      target: 'esnext',
      minify: false,
      reportCompressedSize: false,
      // All modules run, in the order of the sources.
      rolldownOptions: { treeshake: false },
    },
  });
  process.env[BUNDLE_VARIABLE] = path.join(outDir, 'main.js');
  made = outDir;
}

/** Removes the script, if this process has made it. */
export function removeServerBundle(): void {
  if (made === undefined) return;
  Reflect.deleteProperty(process.env, BUNDLE_VARIABLE);
  rmSync(made, { recursive: true, force: true, maxRetries: 5 });
  made = undefined;
}

/** The folder of a killed run is still there. */
function removeLeftOver(): void {
  if (!existsSync(FOLDER)) return;
  for (const name of readdirSync(FOLDER))
    if (!isAlive(Number(name)))
      rmSync(path.join(FOLDER, name), { recursive: true, force: true, maxRetries: 5 });
}
