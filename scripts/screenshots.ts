/**
 * `npm run screenshots [-- name …] [--out folder]`: takes the screenshots of the README, or the
 * named ones, from the running product on its own exchange. They replace those in docs/screenshots.
 */
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from '../tests/support/browser.ts';
import { startTestServer } from '../tests/support/test-server.ts';
import { buyForFiat, signInOperator, submitDocuments } from './screenshot-people.ts';

const { values, positionals: named } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(import.meta.dirname, '../docs/screenshots') },
  },
  allowPositionals: true,
});
const isWanted = ({ name }: Pick<Picture, 'name'>): boolean =>
  named.length === 0 || named.includes(name);
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly theme: 'dark' | 'light';
  readonly viewport: { readonly width: number; readonly height: number };
  /** Element that is visible when the page is complete. */
  readonly ready: string;
}

const ROW = '[data-testid="market-row"]';
const BOOK_ROW = '[data-testid^="book-"]';
const PICTURES: readonly Picture[] = [
  { name: 'home-dark-390', path: '/home', theme: 'dark', viewport: PHONE, ready: ROW },
  { name: 'market-light-390', path: '/market', theme: 'light', viewport: PHONE, ready: ROW },
  {
    name: 'kline-dark-390',
    path: '/coinKline?id=1&symbol=BTC/USDT',
    theme: 'dark',
    viewport: PHONE,
    ready: 'canvas',
  },
  { name: 'trade-light-390', path: '/trade', theme: 'light', viewport: PHONE, ready: BOOK_ROW },
  { name: 'assets-dark-390', path: '/assets', theme: 'dark', viewport: PHONE, ready: 'h1' },
  { name: 'recharge-light-390', path: '/recharge', theme: 'light', viewport: PHONE, ready: 'h1' },
  { name: 'trade-dark-1280', path: '/trade', theme: 'dark', viewport: DESKTOP, ready: 'canvas' },
];

/** Picture of the operator console: a submission that waits for a verdict. */
const CONSOLE_PICTURE: Picture = {
  name: 'console-dark-1280',
  path: '/reviews?id=1',
  theme: 'dark',
  viewport: DESKTOP,
  ready: 'figure img',
};

const FIAT_MARKET: Picture = {
  name: 'fiat-dark-390',
  path: '/fiat',
  theme: 'dark',
  viewport: PHONE,
  ready: '[data-testid="fiat-ad"]',
};
/** Picture of an order that waits for the buyer. */
const FIAT_ORDER: Omit<Picture, 'path'> = {
  name: 'fiat-order-light-390',
  theme: 'light',
  viewport: PHONE,
  ready: '[data-testid="order-head"]',
};

/** The browser's storage by key, before the page is opened. */
interface Kept {
  readonly storage: 'localStorage' | 'sessionStorage';
  readonly key: string;
  readonly text: string;
}

async function take(browser: Browser, origin: string, picture: Picture, kept: Kept) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: picture.viewport,
    colorScheme: picture.theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/icons/icon.svg');
  await page.evaluate(({ storage, key, text }) => window[storage].setItem(key, text), kept);
  await page.goto(picture.path, { waitUntil: 'networkidle' });
  await page.locator(picture.ready).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
  // Recompressed without loss, because the browser compresses fast, not well.
  await sharp(await page.screenshot())
    .png({ compressionLevel: 9 })
    .toFile(path.join(values.out, `${picture.name}.png`));
  await context.close();
  console.log(`${picture.name}.png`);
}

const known = [...PICTURES, FIAT_MARKET, FIAT_ORDER, CONSOLE_PICTURE].map(({ name }) => name);
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No picture is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(2);
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'meridian-screenshots-'));
const server = await startTestServer({ dataDir });
const browser = await launchBrowser();
try {
  const signedIn = await server.call('signIn', {
    account: 'demo.trader@meridian.test',
    password: 'Meridian1',
  });
  const text = JSON.stringify({ tokens: signedIn.data, user: null });
  const session = { storage: 'localStorage', key: 'meridian.session', text } as const;
  mkdirSync(values.out, { recursive: true });
  for (const picture of [...PICTURES, FIAT_MARKET].filter(isWanted))
    await take(browser, server.origin, picture, session);
  if (isWanted(FIAT_ORDER)) {
    const orderPath = await buyForFiat(server, signedIn.data?.accessToken ?? '');
    await take(browser, server.origin, { ...FIAT_ORDER, path: orderPath }, session);
  }
  if (isWanted(CONSOLE_PICTURE)) {
    await submitDocuments(server);
    await take(browser, server.operatorOrigin, CONSOLE_PICTURE, {
      storage: 'sessionStorage',
      key: 'meridian.operator',
      text: await signInOperator(server),
    });
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
