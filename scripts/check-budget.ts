/**
 * Fails the build when a first visit of /login or /home loads more scripts and texts than its
 * budget. Counts the entry, its static imports, and the other files that the page loads immediately
 * (gzip, level 9).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensure } from '../contract/assert.ts';
import { DEFAULT_LOCALE } from '../contract/languages.ts';
import { PAGE_BUDGETS } from './page-budgets.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

const CLIENT_DIR = join(import.meta.dirname, '../dist/client');
const manifest = JSON.parse(
  readFileSync(join(CLIENT_DIR, '.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>;

function filesOf(source: string, seen: Set<string>): void {
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (chunk === undefined)
    throw new Error(`${source} is not in the build manifest: update scripts/page-budgets.ts`);
  if (seen.has(chunk.file)) return;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
}

function textsOf(namespace: string): string {
  const pattern = `assets/texts-*/${DEFAULT_LOCALE}/${namespace}.json`;
  return ensure(globSync(pattern, { cwd: CLIENT_DIR })[0], pattern);
}

const gzipBytes = (file: string) =>
  gzipSync(readFileSync(join(CLIENT_DIR, file)), { level: 9 }).length;

let isOver = false;
for (const [page, { sources, texts, gzipBytesMax }] of Object.entries(PAGE_BUDGETS)) {
  const files = new Set<string>();
  for (const source of sources) filesOf(source, files);
  for (const namespace of texts) files.add(textsOf(namespace));
  const total = [...files]
    .filter((file) => /\.js(?:on)?$/.test(file))
    .reduce((sum, file) => sum + gzipBytes(file), 0);
  const verdict = total > gzipBytesMax ? 'OVER' : 'ok';
  isOver ||= total > gzipBytesMax;
  console.log(
    `${page}: ${(total / 1000).toFixed(1)} kB of ${gzipBytesMax / 1000} kB gzip script and texts, ${verdict}`,
  );
}
if (isOver) {
  console.error('A page is over its budget: load what it does not need at once lazily.');
  process.exit(1);
}
