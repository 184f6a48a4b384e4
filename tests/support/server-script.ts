/** The script that starts a server in tests: one file for a run, see `server-bundle.ts`, else its first module. */
import path from 'node:path';

/** Path of that file; child processes of a run inherit it. Empty or absent: no file. */
export const BUNDLE_VARIABLE = 'MERIDIAN_SERVER_BUNDLE';
/** The first module, from the root. */
export const SERVER_ENTRY = 'server/boot/main.ts';
/** For tests about the start of the modules themselves. */
export const FROM_MODULES: Readonly<Record<string, string>> = { [BUNDLE_VARIABLE]: '' };

const PRELOADED = path.join(import.meta.dirname, 'resolve-once.ts');

/** Arguments of Node that start a server. */
export function serverArguments(): readonly string[] {
  const bundle = process.env[BUNDLE_VARIABLE] ?? '';
  return bundle === '' ? ['--import', PRELOADED, SERVER_ENTRY] : [bundle];
}
