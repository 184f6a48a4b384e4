/** Files that are not pictures, or more than one, built byte by byte. Each carries `PAYLOAD`. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Must never occur in a stored file. */
export const PAYLOAD = '<script>alert("meridian")</script><?php system($_GET[0]); ?>';

const PNG_HEAD_BYTES = 8;
const PNG_IHDR_BYTES = 25;
const SIDE = 64;

/** A picture of noise, which does not compress to nothing. */
const noise = (width = SIDE, height = SIDE) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const behind = (picture: Buffer, tail: string): Buffer => Buffer.concat([picture, text(tail)]);

function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([text(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Inserts chunks right after the header of a PNG. */
function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const at = PNG_HEAD_BYTES + PNG_IHDR_BYTES;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

/** A PNG that claims these sides in its header, with almost no data. */
function claimedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG whose frame header claims the largest possible sides. */
function claimedJpeg(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(65_500, frame + 5);
  copy.writeUInt16BE(65_500, frame + 7);
  return copy;
}

/** A JPEG segment begins with its own length. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, text(comment)]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

const pngText = (): Buffer => pngChunk('tEXt', text(`Comment\0${PAYLOAD}`));
const half = (picture: Buffer): Buffer => picture.subarray(0, picture.length >> 1);
const isoFile = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    text(`ftyp${brand}\0\0\0\0${brand}mif1${PAYLOAD}`),
    Buffer.alloc(256),
  ]);

/** Files that are not a still JPEG, PNG or WebP by their content: `unsupported_file_format`. */
export async function unsupportedFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const frames = [await noise().png().toBuffer(), await noise().png().toBuffer()];
  const animation = () => sharp(frames, { join: { animated: true } });
  const png = await noise().png().toBuffer();
  const animationControl = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return {
    empty: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    text: text(PAYLOAD),
    html: text(`<!doctype html><html>${PAYLOAD}</html>`),
    svg: text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${PAYLOAD}</svg>`),
    'svg with a declaration': text(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;${PAYLOAD}</text></svg>`,
    ),
    php: text(PAYLOAD.slice(PAYLOAD.indexOf('<?php'))),
    'gif that is a script': text(`GIF89a/*${PAYLOAD}*/=1;alert(1)`),
    gif: behind(await noise().gif().toBuffer(), PAYLOAD),
    'animated gif': await animation().gif().toBuffer(),
    'animated webp': await animation().webp().toBuffer(),
    'animated png': withChunks(png, animationControl),
    tiff: behind(await noise().tiff().toBuffer(), PAYLOAD),
    avif: await noise().avif().toBuffer(),
    heic: isoFile('heic'),
    mp4: isoFile('isom'),
    bmp: Buffer.concat([text('BM'), Buffer.alloc(200), text(PAYLOAD)]),
    ico: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), png]),
    pdf: text(`%PDF-1.7\n${PAYLOAD}`),
    zip: Buffer.concat([text('PK\x03\x04'), Buffer.alloc(64), text(PAYLOAD)]),
    elf: Buffer.concat([text('\x7fELF'), Buffer.alloc(64), text(PAYLOAD)]),
    'wave sound': Buffer.concat([text('RIFF\x40\0\0\0WAVEfmt '), Buffer.alloc(64)]),
    'picture behind a script': Buffer.concat([text(PAYLOAD), png]),
    'picture behind a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), png]),
  };
}

/** Files that begin like a picture and cannot, or must not, be decoded: `picture_unreadable`. */
export async function unreadableFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const jpeg = await noise(400, 400).jpeg().toBuffer();
  const png = await noise(400, 400).png().toBuffer();
  const webp = await noise(400, 400).webp().toBuffer();
  const flat = sharp({
    create: { width: 14_000, height: 14_000, channels: 3, background: '#abc' },
  });
  const broken = Buffer.from(png);
  broken.fill(0x5a, PNG_HEAD_BYTES + PNG_IHDR_BYTES + 20, png.length - 40);
  return {
    'half a jpeg': half(jpeg),
    'half a png': half(png),
    'half a webp': half(webp),
    'head of a jpeg': jpeg.subarray(0, 20),
    'jpeg magic before html': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text(PAYLOAD)]),
    'png magic before php': Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), text(PAYLOAD)]),
    'webp magic before html': Buffer.concat([text('RIFF\x80\0\0\0WEBPVP8 '), text(PAYLOAD)]),
    'broken png': broken,
    'png of 14,000 × 14,000': await flat.png().toBuffer(),
    'png that claims 60,000 × 60,000': claimedPng(60_000, 60_000),
    'png that claims more than it has': claimedPng(5_000, 5_000),
    'png without a side': claimedPng(0, 10),
    'jpeg that claims 65,500 × 65,500': claimedJpeg(jpeg),
  };
}

/** Valid pictures with content that must not be stored. */
export async function ladenPictures(): Promise<Readonly<Record<string, Buffer>>> {
  const jpeg = await noise().jpeg().toBuffer();
  const png = await noise().png().toBuffer();
  const exif = { IFD0: { Copyright: PAYLOAD, ImageDescription: PAYLOAD } };
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${PAYLOAD}</rdf:RDF></x:xmpmeta>`;
  return {
    'jpeg with html behind it': behind(jpeg, PAYLOAD),
    'jpeg with a zip behind it': behind(jpeg, `PK\x03\x04${PAYLOAD}`),
    'jpeg with a script in a comment': withComment(jpeg, PAYLOAD),
    'jpeg with its place': await noise()
      .withExif({ ...exif, ...place })
      .jpeg()
      .toBuffer(),
    'jpeg with xmp': await noise().withXmp(xmp).jpeg().toBuffer(),
    'png with text': withChunks(png, pngText()),
    'png with a script behind it': behind(png, PAYLOAD),
    'webp with its place': await noise()
      .withExif({ ...exif, ...place })
      .webp()
      .toBuffer(),
    'webp with more behind it': behind(await noise().webp().toBuffer(), PAYLOAD),
    'jpeg with a profile': await noise().withIccProfile('p3').jpeg().toBuffer(),
  };
}
