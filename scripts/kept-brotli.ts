/**
 * Brotli at its best quality, which takes most of the time of a build, with the results of earlier builds: a change
 * of the app concerns a few files of hundreds.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A result that no build has used for so long is removed. */
const UNUSED_MS_MAX = 7 * 24 * 3_600_000;

/** The compressed form of `plain`. `folder` keeps the results; one that cannot be written only costs time. */
export function brotliOf(plain: Buffer, folder: string): Buffer {
  const hash = createHash('sha256').update(plain).digest('hex');
  const file = path.join(folder, `${hash}-${process.versions['brotli']}.br`);
  const known = readKept(file, plain);
  if (known !== undefined) return known;
  const compressed = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  ifWritable(() => {
    mkdirSync(folder, { recursive: true });
    // A build at the same time may read it.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, compressed);
    renameSync(unfinished, file);
  });
  return compressed;
}

/** Removes results that no build has used for a week. */
export function removeUnused(folder: string, nowMs = Date.now()): void {
  ifWritable(() => {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      if (nowMs - statSync(file).mtimeMs > UNUSED_MS_MAX) rmSync(file, { force: true });
    }
  });
}

/** A damaged file does not unpack to the same bytes. */
function readKept(file: string, plain: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    if (!brotliDecompressSync(kept).equals(plain)) return undefined;
    const now = new Date();
    ifWritable(() => utimesSync(file, now, now));
    return kept;
  } catch {
    return undefined;
  }
}

function ifWritable(write: () => void): void {
  try {
    write();
  } catch {
    // The next build compresses the file again.
  }
}
