/**
 * `npm run screenshots`: takes the pictures of the README from the running product, on an exchange
 * of its own. They replace those in docs/screenshots.
 */
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import { startTestServer } from '../tests/support/test-server.ts';

const OUT_DIR = path.join(import.meta.dirname, '../docs/screenshots');
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly theme: 'dark' | 'light';
  readonly viewport: { readonly width: number; readonly height: number };
  /** Visible when the page is complete. */
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
  { name: 'trade-dark-1280', path: '/trade', theme: 'dark', viewport: DESKTOP, ready: 'canvas' },
];

async function take(browser: Browser, origin: string, picture: Picture, session: string) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: picture.viewport,
    colorScheme: picture.theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/limits.json');
  await page.evaluate((text) => localStorage.setItem('meridian.session', text), session);
  await page.goto(picture.path, { waitUntil: 'networkidle' });
  await page.locator(picture.ready).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
  await page.screenshot({ path: path.join(OUT_DIR, `${picture.name}.png`) });
  await context.close();
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'meridian-screenshots-'));
const server = await startTestServer({ dataDir });
const browser = await launchBrowser();
try {
  const signedIn = await server.call('signIn', {
    account: 'demo.trader@meridian.test',
    password: 'Meridian1',
  });
  const session = JSON.stringify({ tokens: signedIn.data, user: null });
  mkdirSync(OUT_DIR, { recursive: true });
  for (const picture of PICTURES) {
    await take(browser, server.origin, picture, session);
    console.log(`docs/screenshots/${picture.name}.png`);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
