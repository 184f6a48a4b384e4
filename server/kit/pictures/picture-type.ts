/** Detects a file's format by its first bytes; its name and the browser's type are ignored. */

/** Accepted formats, as sharp names them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const WEBP_AT = 8;
/** Length (4), name (4), checksum (4) around the data of each chunk. */
const PNG_CHUNK_EXTRA_BYTES = 12;

/** Returns the format, or undefined if it is not accepted. */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | undefined {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  if (startsWith(bytes, RIFF) && startsWith(bytes.subarray(WEBP_AT), WEBP)) return 'webp';
  return undefined;
}

/**
 * Returns whether a PNG announces an animation (`acTL` before its first data), of which decoders
 * see only the first frame.
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG.length;
  while (at + PNG_CHUNK_EXTRA_BYTES <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += view.getUint32(at) + PNG_CHUNK_EXTRA_BYTES;
  }
  return false;
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte);
