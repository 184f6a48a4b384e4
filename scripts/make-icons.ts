/**
 * Draws the PNG icons of the installable app, and `favicon.ico` for clients without SVG icons, from
 * `public/icons/icon.svg`. Run it after a change of the picture: `node scripts/make-icons.ts`; the
 * icons are committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/pages/browser.ts';

const FOLDER = new URL('../public/icons/', import.meta.url);

/** `insetShare`: free border around the picture, as a share of the side; maskable icons lose up to 10 %. */
interface IconFile {
  readonly name: string;
  readonly sizePx: number;
  readonly insetShare: number;
}

const FILES: readonly IconFile[] = [
  { name: 'icon-192.png', sizePx: 192, insetShare: 0 },
  { name: 'icon-512.png', sizePx: 512, insetShare: 0 },
  { name: 'icon-maskable-512.png', sizePx: 512, insetShare: 0.1 },
  { name: 'apple-touch-icon.png', sizePx: 180, insetShare: 0.04 },
];

const FAVICON_SIZES_PX = [16, 32, 48];
const ICO_HEAD_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

async function draw(page: Page, picture: string, file: Omit<IconFile, 'name'>): Promise<Buffer> {
  const { sizePx, insetShare } = file;
  const sidePx = sizePx * (1 - 2 * insetShare);
  // A border means that the system crops the shape, so the background must fill the square.
  const ground = insetShare > 0 ? '#0b0e14' : 'transparent';
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
     <img style="width:${sidePx}px;height:${sidePx}px" src="data:image/svg+xml;base64,${picture}">`,
  );
  return page.screenshot({ omitBackground: true });
}

/** Returns an ICO file with PNG pictures. */
function icoOf(pictures: readonly { readonly sizePx: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(ICO_HEAD_BYTES + ICO_ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { sizePx, png }] of pictures.entries()) {
    const at = ICO_HEAD_BYTES + ICO_ENTRY_BYTES * index;
    head.writeUInt8(sizePx, at);
    head.writeUInt8(sizePx, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const picture = await readFile(new URL('icon.svg', FOLDER), 'base64');
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  for (const file of FILES)
    await writeFile(new URL(file.name, FOLDER), await draw(page, picture, file));
  const small = [];
  for (const sizePx of FAVICON_SIZES_PX)
    small.push({ sizePx, png: await draw(page, picture, { sizePx, insetShare: 0 }) });
  await writeFile(new URL('../favicon.ico', FOLDER), icoOf(small));
} finally {
  await browser.close();
}
