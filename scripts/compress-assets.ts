/** After the build: writes a `.br` and a `.gz` next to each text file, so that the server never compresses. */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { APPS, ROOT } from './apps.ts';
import { brotliOf, removeUnused } from './kept-brotli.ts';

const BUILT = APPS.map(({ folder }) => path.join(ROOT, folder));
const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Compressing a smaller file saves no packet. */
const BYTES_MIN = 1_024;
/** Goes with the installed packages. */
const KEPT = path.join(ROOT, 'node_modules/.cache/meridian-brotli');

let [plainBytes, brotliBytes, count] = [0, 0, 0];
const files = BUILT.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
);
for (const file of files) {
  if (!TEXT.test(file) || !statSync(file).isFile()) continue;
  const plain = readFileSync(file);
  if (plain.length < BYTES_MIN) continue;
  const brotli = brotliOf(plain, KEPT);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
  plainBytes += plain.length;
  brotliBytes += brotli.length;
  count += 1;
}
removeUnused(KEPT);
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0);
console.log(
  `compressed ${count} files: ${kilobytes(plainBytes)} kB to ${kilobytes(brotliBytes)} kB (brotli)`,
);
