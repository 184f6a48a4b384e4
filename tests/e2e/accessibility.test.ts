import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, PHONE_SMALL, TABLET } from '../support/app-page.ts';
import { useProduct } from '../support/product.ts';
import { marketOf, placeOrder, priceNear } from '../support/trade-page.ts';

const product = useProduct();

const PUBLIC_SCREENS = ['/login', '/register', '/forget'];
const PRIVATE_SCREENS = [
  '/home',
  '/market',
  '/trade',
  '/trade?view=history',
  '/coinKline?id=1&symbol=BTC/USDT',
  '/forexKline?symbol=EURUSD',
  '/notice-center',
  '/help-center',
  '/activity-center',
  '/about-us',
  '/private-policy',
  '/user-center',
  '/recharge',
];
/** Lists whose first entry opens the details screen. */
const DETAILS = [
  { list: 'notice', category: '3', path: '/notice-details' },
  { list: 'help', category: '4', path: '/help-details' },
  { list: 'activity', category: '5', path: '/activity-details' },
  { list: 'about', category: '6', path: '/about-us-content' },
];

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const results = await engine.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`,
    );
  });
}

/** Loaded, fonts and data in place, nothing of a skeleton left. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
}

async function expectNoViolations(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  expect(await violations(page), path).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** What opens above a screen: the button that opens it. */
const POPUPS: readonly { path: string; name: string | RegExp; isPublic?: true }[] = [
  { path: '/register', name: 'Read the user agreement and privacy policy', isPublic: true },
  { path: '/home', name: 'Open menu' },
  { path: '/home', name: /^Language/ },
  { path: '/home', name: /^Filter/ },
  { path: '/home', name: 'Deposit' },
  { path: '/coinKline?id=1&symbol=BTC/USDT', name: /^Switch pair/ },
  { path: '/trade', name: /^Switch pair/ },
  { path: '/trade', name: 'How it adds up' },
  { path: '/coinKline?id=1&symbol=BTC/USDT', name: 'Show as table' },
];

for (const theme of ['dark', 'light'] as const) {
  test(`nothing that opens above a screen has an accessibility fault, ${theme}`, async () => {
    for (const { path, name, isPublic } of POPUPS) {
      const options = { viewport: PHONE_SMALL, theme };
      const page = isPublic ? await product.open(options) : await product.openAs('trader', options);
      await page.goto(path);
      await settle(page);
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').or(page.getByRole('table')).first().waitFor();
      await settle(page);
      expect(await violations(page), String(name)).toEqual([]);
    }
  });
}

/** An order of the trader that waits, so that the screens of orders have something to show. */
async function waitingOrder() {
  const { accessToken } = await product.tokensOf('trader');
  return placeOrder(product, accessToken, {
    currency_match_id: '1',
    side: 'buy',
    type: 'limit',
    price: priceNear(await marketOf(product, 1), 0.95),
    quantity: '0.001',
  });
}

const SIZES = { '360 px': PHONE_SMALL, '390 px': PHONE, '768 px': TABLET, '1280 px': DESKTOP };

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ['dark', 'light'] as const) {
    test(`no screen for visitors has an accessibility fault, ${size}, ${theme}`, async () => {
      const page = await product.open({ viewport, theme });
      for (const path of PUBLIC_SCREENS) await expectNoViolations(page, path);
    });

    test(`no screen of a signed-in person has an accessibility fault, ${size}, ${theme}`, async () => {
      const page = await product.openAs('trader', { viewport, theme });
      const order = await waitingOrder();
      for (const path of PRIVATE_SCREENS) await expectNoViolations(page, path);
      await expectNoViolations(page, `/trade-detail?id=${order.id}`);
      for (const { category, path } of DETAILS) {
        const news = await product.server.call('listNews', { category_id: category });
        await expectNoViolations(page, `${path}?id=${news.data?.[0]?.id ?? ''}`);
      }
    });
  }
}
