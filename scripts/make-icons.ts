/**
 * Draws the PNG icons of the installable app from `public/icons/icon.svg`. Run after a change of the
 * picture: `node scripts/make-icons.ts`; the PNGs are committed.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';

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

async function draw(page: Page, picture: string, file: IconFile): Promise<void> {
  const { sizePx, insetShare, name } = file;
  const sidePx = sizePx * (1 - 2 * insetShare);
  // A border means that the system cuts the shape: the ground then fills the square.
  const ground = insetShare > 0 ? '#0b0e14' : 'transparent';
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
     <img style="width:${sidePx}px;height:${sidePx}px" src="data:image/svg+xml;base64,${picture}">`,
  );
  const path = new URL(name, FOLDER).pathname;
  await page.screenshot({ path, omitBackground: true });
}

const picture = await readFile(new URL('icon.svg', FOLDER), 'base64');
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  for (const file of FILES) await draw(page, picture, file);
} finally {
  await browser.close();
}
