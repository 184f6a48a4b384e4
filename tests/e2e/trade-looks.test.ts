/** How the trade screen looks and is used by keys, at every width. */
import { expect, test } from 'vitest';
import { DESKTOP } from '../support/app-page.ts';
import { demoAccount, useProduct } from '../support/product.ts';
import { marketOf, openTrade, placeOrder, priceField, priceNear } from '../support/trade-page.ts';

// An empty book: every order here is one of these tests.
const product = useProduct({ MARKET_MAKER: 'off' });

/** Each test looks at a market of its own. */
const MARKET = { live: 1, ticket: 2, keys: 37, still: 2 };

test('what is available is named whole on a narrow screen, however long the amount is', async () => {
  await product.server.grant(demoAccount('agent'), 'USDT', '1234567.12345678');
  const page = await product.openAs('agent', {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  await page.goto('/trade');
  const name = page.locator('dt', { hasText: 'Verfügbar' });
  await page.locator('dt:text-is("Verfügbar") + dd:has-text("USDT")').waitFor();
  const hidden = await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBe(0);
});

test('arrow keys go from price to price of the book, Enter takes one', async () => {
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
  // Upside down: the best one, which the Tab key reaches, is the last.
  await page.getByTestId('book-sell').last().getByRole('button').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await priceField(page).inputValue()).toBe(prices[1]);
});

test('what happens in the book renders its rows alone and moves nothing', async () => {
  const market = await marketOf(product, MARKET.still);
  const page = await openTrade(product, 'trader', MARKET.still);
  await page.getByText('The order book is empty').first().waitFor({ state: 'attached' });
  // The markets are read again now and then: not while we look.
  await page.route('**/currency_matches', () => undefined);
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

test('the longest letters still leave room for price and size at 320 px', async () => {
  const page = await openTrade(product, 'trader', MARKET.live, {
    viewport: { width: 320, height: 640 },
  });
  await priceField(page).fill('92883.77');
  const isCut = await priceField(page).evaluate((input) => input.scrollWidth > input.clientWidth);
  expect(isCut).toBe(false);
});

test('on a wide screen chart, book and ticket stand together', async () => {
  const page = await openTrade(product, 'trader', MARKET.ticket, { viewport: DESKTOP });
  const inSight = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox();
    return box !== null && box.y < DESKTOP.height && box.x + box.width <= DESKTOP.width;
  };
  await page.locator('canvas').first().waitFor();
  for (const name of ['Order book', 'Order ticket', 'Open orders'])
    expect(await inSight(name)).toBe(true);
});
