/** The pictures of the README, and who sees them. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { DEMO_OPERATOR } from '../server/kit/demo-accounts.ts';
import { signInOperator } from '../tests/support/operator/operators.ts';
import { demoTokens } from '../tests/support/pages/product.ts';
import { takeFirstAd } from '../tests/support/pages/screens.ts';
import type { TestServer } from '../tests/support/servers/test-server.ts';
import { openFastContract, openPositions, submitDocuments } from './screenshot-people.ts';

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
/** Picture of the contract screen with a long and a short. */
const CONTRACTS: Picture = {
  name: 'lever-dark-1280',
  path: '/lever',
  theme: 'dark',
  viewport: { width: 1280, height: 900 },
  ready: '[data-testid="position"]',
};
/** Picture of a fast contract that runs. */
const FAST_CONTRACT: Picture = {
  name: 'micro-dark-390',
  path: '/micro-trade?instrument=BTC/USDT',
  theme: 'dark',
  viewport: PHONE,
  ready: '[data-testid="micro-order"]:not([data-phase="opening"])',
};
const SAVINGS: Picture = {
  name: 'savings-light-390',
  path: '/storage-currency-list',
  theme: 'light',
  viewport: PHONE,
  ready: '[data-testid="product"]',
};
/** Picture of the demo's offering that takes subscriptions. */
const OFFERING: Picture = {
  name: 'ieo-dark-390',
  path: '/ieo-details?id=2',
  theme: 'dark',
  viewport: PHONE,
  ready: '[data-testid="countdown"]',
};
/** Picture of an order that waits for the buyer. */
const FIAT_ORDER: Omit<Picture, 'path'> = {
  name: 'fiat-order-light-390',
  theme: 'light',
  viewport: PHONE,
  ready: '[data-testid="order-head"]',
};

/** Names of all pictures. */
export const PICTURE_NAMES: readonly string[] = [
  ...PICTURES,
  FIAT_MARKET,
  FIAT_ORDER,
  CONTRACTS,
  FAST_CONTRACT,
  SAVINGS,
  OFFERING,
  CONSOLE_PICTURE,
].map(({ name }) => name);

interface Studio {
  readonly browser: Browser;
  /** Folder of the pictures. */
  readonly out: string;
}

/** The browser's storage by key, before the page is opened. */
interface Kept {
  readonly storage: 'localStorage' | 'sessionStorage';
  readonly key: string;
  readonly text: string;
}

async function take({ browser, out }: Studio, origin: string, picture: Picture, kept: Kept) {
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
    .toFile(path.join(out, `${picture.name}.png`));
  await context.close();
  console.log(`${picture.name}.png`);
}

/** Takes the pictures with these names. */
export async function takePictures(
  studio: Studio,
  server: TestServer,
  names: readonly string[],
): Promise<void> {
  const isWanted = ({ name }: Pick<Picture, 'name'>) => names.includes(name);
  const tokens = await demoTokens(server, 'trader');
  const text = JSON.stringify({ tokens, user: null });
  const session = { storage: 'localStorage', key: 'meridian.session', text } as const;
  mkdirSync(studio.out, { recursive: true });
  for (const picture of [...PICTURES, FIAT_MARKET, SAVINGS, OFFERING].filter(isWanted))
    await take(studio, server.origin, picture, session);
  if (isWanted(FIAT_ORDER)) {
    const { id } = await takeFirstAd(server);
    await take(studio, server.origin, { ...FIAT_ORDER, path: `/fiat-order?id=${id}` }, session);
  }
  if (isWanted(CONTRACTS)) {
    await openPositions(server, tokens.accessToken);
    await take(studio, server.origin, CONTRACTS, session);
  }
  if (isWanted(FAST_CONTRACT)) {
    await openFastContract(server, tokens.accessToken);
    await take(studio, server.origin, FAST_CONTRACT, session);
  }
  if (isWanted(CONSOLE_PICTURE)) {
    await submitDocuments(server);
    const { token } = await signInOperator(server);
    await take(studio, server.operatorOrigin, CONSOLE_PICTURE, {
      storage: 'sessionStorage',
      key: 'meridian.operator',
      text: JSON.stringify({ token, name: 'Demo operator', account: DEMO_OPERATOR }),
    });
  }
}
