/**
 * The process that decodes pictures, one at a time. Only this process reads uploaded files: it has
 * no environment of the server, a memory limit, and can be replaced when it dies.
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import type { PictureJob, PictureReply } from './picture-messages.ts';

/** Above it the process ends itself, and rejects the picture with it. */
const RSS_BYTES_MAX = 256 * 1024 * 1024;
const RSS_CHECK_MS = 10;
/** Memory limit for a picture whose format cannot be read in strips. */
const HELD_BYTES_MAX = 130_000_000;
const COEFFICIENT_BYTES = 2;
const NICENESS = 5;
const JPEG_QUALITY = 85;
const BACKGROUND = '#ffffff';

// Trading has priority where processors are few.
setPriority(NICENESS);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

// Decoding runs on another thread, so this check runs at the same time.
setInterval(() => {
  if (process.memoryUsage.rss() > RSS_BYTES_MAX) process.exit(1);
}, RSS_CHECK_MS).unref();

process.on('message', (job: PictureJob) => {
  void clean(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

/**
 * Decodes the whole picture and encodes the pixels again, so that nothing of the file itself
 * remains.
 */
async function clean({ bytes, format, pixelsMax, sideMax }: PictureJob): Promise<PictureReply> {
  try {
    const input = sharp(bytes, {
      limitInputPixels: pixelsMax,
      failOn: 'error',
      sequentialRead: true,
    });
    const metadata = await input.metadata();
    if (metadata.format !== format || (metadata.pages ?? 1) > 1)
      return { ok: false, error: 'unsupported_file_format' };
    if (heldBytes(metadata) > HELD_BYTES_MAX) return { ok: false, error: 'picture_unreadable' };
    const { data, info } = await input
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: BACKGROUND })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, width: info.width, height: info.height };
  } catch {
    return { ok: false, error: 'picture_unreadable' };
  }
}

/**
 * Returns the bytes that must be in memory before the first row is known; 0 if rows come one after
 * the other.
 */
function heldBytes(metadata: Metadata): number {
  const { format, width, height, channels, isProgressive } = metadata;
  const pixels = width * height;
  if (format === 'webp') return pixels * channels;
  if (!isProgressive) return 0;
  if (format === 'png') return pixels * channels * (metadata.depth === 'ushort' ? 2 : 1);
  // Coefficients have two bytes; with 4:2:0, two of three components have a quarter of them.
  const components = metadata.chromaSubsampling === '4:2:0' ? 1.5 : channels;
  return pixels * components * COEFFICIENT_BYTES;
}
