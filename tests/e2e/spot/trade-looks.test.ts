/** Layout and keyboard use of the trade screen, at every width. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from '../../support/pages/app-page.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import {
  marketOf,
  openTrade,
  placeOrder,
  priceField,
  priceNear,
} from '../../support/spot/trade-page.ts';

// An empty order book, so that every order belongs to one of these tests.
const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

/** The market of each test. */
const MARKET = { live: 1, ticket: 2, keys: 37, still: 2 };

test('the available amount is shown in full on a narrow screen, at any length', async () => {
  await product.server.grant(demoAccount('agent'), 'USDT', '1234567.12345678');
  const page = await product.openAs('agent', {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  await page.goto('/trade');
  const name = page.locator('dt', { hasText: 'Verfügbar' });
  await page.locator('dt:text-is("Verfügbar") + dd:has-text("USDT")').waitFor();
  const hiddenPx = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(hiddenPx).toBe(0);
});

test('arrow keys move from price to price of the book, Enter takes one', async () => {
  const market = await marketOf(product, MARKET.keys);
  const { accessToken } = await product.tokensOf('merchant');
  const prices = [1.01, 1.02].map((share) => priceNear(market, share));
  for (const price of prices) {
    await placeOrder(product, accessToken, {
      currency_match_id: String(MARKET.keys),
      side: 'sell',
      type: 'limit',
      price,
      quantity: '0.1',
    });
  }
  const page = await openTrade(product, 'trader', MARKET.keys);
  await expect.poll(() => page.getByTestId('book-sell').count()).toBe(2);
  // The list is upside down: the best row, which the Tab key reaches, is the last.
  await page.getByTestId('book-sell').last().getByRole('button').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => priceField(page).inputValue()).toBe(prices[1]);
});

/** Waits until all data is there and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.shimmer') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    let shifts = 0;
    const observer = new PerformanceObserver((list) => {
      shifts += list.getEntries().length;
    });
    observer.observe({ type: 'layout-shift' });
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let before: number;
    do {
      before = shifts;
      await nextFrame();
      await nextFrame();
    } while (shifts !== before);
    observer.disconnect();
  });
}

test('a change in the book renders its rows alone and shifts nothing', async () => {
  const market = await marketOf(product, MARKET.still);
  const page = await openTrade(product, 'trader', MARKET.still);
  await page
    .getByText('One or both sides of the order book are empty')
    .first()
    .waitFor({ state: 'attached' });
  // The markets reload now and then, but not during this check.
  await page.route('**/currency_matches', () => undefined);
  await settle(page);
  await page.evaluate(() => {
    const seen = { ticketChanges: 0, shifts: 0 };
    Object.assign(window, { seen });
    const form = document.querySelector('form');
    new MutationObserver((changes) => {
      seen.ticketChanges += changes.length;
    }).observe(form ?? document.body, { subtree: true, childList: true, attributes: true });
    new PerformanceObserver((list) => {
      seen.shifts += list.getEntries().length;
    }).observe({ type: 'layout-shift' });
  });
  const { accessToken } = await product.tokensOf('merchant');
  for (const [count, share] of [1.02, 1.01, 1.03].entries()) {
    await placeOrder(product, accessToken, {
      currency_match_id: String(MARKET.still),
      side: 'sell',
      type: 'limit',
      price: priceNear(market, share),
      quantity: '0.5',
    });
    await expect.poll(() => page.getByTestId('book-sell').count()).toBe(count + 1);
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
  expect(seen).toEqual({ ticketChanges: 0, shifts: 0 });
});

test('the largest text still leaves room for price and size at 320 px', async () => {
  const page = await openTrade(product, 'trader', MARKET.live, {
    viewport: { width: 320, height: 640 },
  });
  await priceField(page).fill('92883.77');
  const isCut = () => priceField(page).evaluate((input) => input.scrollWidth > input.clientWidth);
  await expect.poll(isCut).toBe(false);
});

test('on a wide screen chart, book and ticket are shown together', async () => {
  const page = await openTrade(product, 'trader', MARKET.ticket, { viewport: DESKTOP });
  const inSight = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox();
    return box !== null && box.y < DESKTOP.height && box.x + box.width <= DESKTOP.width;
  };
  await page.locator('canvas').first().waitFor();
  for (const name of ['Order book', 'Place order', 'Open orders'])
    await expect.poll(() => inSight(name), { message: name }).toBe(true);
});
