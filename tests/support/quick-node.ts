/**
 * Environment of a program of this project that a test runs: a run of tests starts many, and reading and
 * compiling their modules takes most of their time.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOADED = path.join(import.meta.dirname, 'resolve-once.ts');

/** Folder in which Node keeps compiled modules. */
export const COMPILE_CACHE: Readonly<Record<'NODE_COMPILE_CACHE', string>> = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compile'),
};

export const QUICK_NODE: Readonly<Record<'NODE_COMPILE_CACHE' | 'NODE_OPTIONS', string>> = {
  ...COMPILE_CACHE,
  NODE_OPTIONS: `--import=${pathToFileURL(PRELOADED).href}`,
};
