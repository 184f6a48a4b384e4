/** The script that starts a server in tests: one file for a run, see `server-bundle.ts`, else its first module. */
import path from 'node:path';
import { COMPILE_CACHE } from './quick-node.ts';

/** Path of that file; child processes of a run inherit it. Empty or absent: no file. */
export const BUNDLE_VARIABLE = 'MERIDIAN_SERVER_BUNDLE';
/** The first module, from the root. */
export const SERVER_ENTRY = 'server/boot/main.ts';
/** For tests about the start of the modules themselves. */
export const FROM_MODULES: Readonly<Record<string, string>> = { [BUNDLE_VARIABLE]: '' };

const PRELOADED = path.join(import.meta.dirname, 'resolve-once.ts');

interface ServerProgram {
  /** Arguments of Node. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The program of a server. The compiled form of the one file lies next to it and is removed with it. */
export function serverProgram(): ServerProgram {
  const bundle = process.env[BUNDLE_VARIABLE] ?? '';
  if (bundle === '') return { words: ['--import', PRELOADED, SERVER_ENTRY], env: COMPILE_CACHE };
  const compiled = path.join(path.dirname(bundle), 'compiled');
  return { words: [bundle], env: { NODE_COMPILE_CACHE: compiled } };
}
