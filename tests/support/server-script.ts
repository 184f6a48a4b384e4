/** The script that starts a server in tests: one file for a run, see `server-bundle.ts`, else its first module. */
import path from 'node:path';
import { SERVER_FROM_MODULES, type ServerProgram } from '../../scripts/supervise.ts';

/** Path of that file; child processes of a run inherit it. Empty or absent: no file. */
export const BUNDLE_VARIABLE = 'MERIDIAN_SERVER_BUNDLE';
/** The first module, from the root. */
export const SERVER_ENTRY = 'server/boot/main.ts';
/** For tests about the start of the modules themselves. */
export const FROM_MODULES: Readonly<Record<string, string>> = { [BUNDLE_VARIABLE]: '' };

/** The program of a server. The compiled form of the one file lies next to it and is removed with it. */
export function serverProgram(): ServerProgram {
  const bundle = process.env[BUNDLE_VARIABLE] ?? '';
  if (bundle === '') return SERVER_FROM_MODULES;
  const compiled = path.join(path.dirname(bundle), 'compiled');
  return { words: [bundle], env: { NODE_COMPILE_CACHE: compiled } };
}
