/** The files of the repository on disk, without installed, built or stored files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { parseSource, type SourceFile } from './source-file.ts';

export const ROOT = join(import.meta.dirname, '../../..');

const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'coverage', '.cache', '.git', '.vitest']);
const BINARY = /\.(?:png|jpe?g|webp|ico|woff2?|gz|zip|pdf)$/;

export interface TextFile {
  /** Path from the repository root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every text file, sorted by path. */
export function readTree(root = ROOT): TextFile[] {
  return paths(root, '')
    .filter((path) => !BINARY.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** A JSON file of the repository, checked by `schema`. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
}

/** Several guards of one worker look at the same files. */
const parsed = new Map<string, SourceFile>();

/** Every TypeScript file, parsed. */
export function readSources(files: readonly TextFile[] = readTree()): SourceFile[] {
  return files
    .filter(({ path }) => isCode(path))
    .map(({ path, text }) => {
      const known = parsed.get(path);
      if (known?.text === text) return known;
      const source = parseSource(path, text);
      parsed.set(path, source);
      return source;
    });
}

function paths(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : paths(root, path);
    return entry.isFile() ? [path] : [];
  });
}
