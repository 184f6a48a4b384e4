/** Spot trading through the pages: orders, cancellations, two users, a restart. */
import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { DESKTOP, PHONE_SMALL } from '../../support/pages/app-page.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { pasteInto } from '../../support/pages/paste.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import { shownAfter } from '../../support/pages/noted-sentences.ts';
import {
  availableOn,
  fillOrder,
  marketOf,
  noteOf,
  openOrders,
  openTrade,
  outcomeOf,
  placeOrder,
  priceField,
  priceNear,
  showAll,
  sizeField,
  submitOrder,
} from '../../support/spot/trade-page.ts';

// An empty order book, so that every order belongs to one of these tests.
const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

/** The market of each test. */
const MARKET = {
  live: 1,
  ticket: 2,
  cancel: 4,
  detail: 5,
  history: 6,
  german: 7,
};

const isPlacing = (request: Request) => request.url().endsWith('/place_order');

const isFocused = (field: Locator) => field.evaluate((node) => node === document.activeElement);

/** The right edge of each button. */
const endsOf = (buttons: Locator): Promise<number[]> =>
  buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));

async function cancelEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel all' }).click();
  await expect.poll(() => openOrders(page).count()).toBe(0);
}

test('two users trade with each other and see everything change, even across a restart', async () => {
  const price = priceNear(await marketOf(product, MARKET.live));
  const seller = await openTrade(product, 'merchant', MARKET.live);
  const buyer = await openTrade(product, 'trader', MARKET.live);
  const before = Number(await availableOn(buyer));

  await fillOrder(seller, { side: 'sell', price, size: '0.02' });
  await submitOrder(seller);
  await expect.poll(() => openOrders(seller).count()).toBe(1);

  const offer = buyer.getByTestId('book-sell');
  await offer.first().waitFor();
  expect(await offer.count()).toBe(1);
  await offer.getByRole('button').click();
  await expect.poll(() => priceField(buyer).inputValue()).toBe(price);
  await fillOrder(buyer, { side: 'buy', size: '0.005' });
  await submitOrder(buyer);

  await outcomeOf(buyer).getByText('Order filled at an average price').waitFor();
  await openOrders(seller).getByText('0.005 / 0.02 BTC').waitFor();
  await openOrders(seller).getByText('Partially filled').waitFor();
  await expect.poll(async () => Number(await availableOn(buyer))).toBeLessThan(before);

  await product.server.restart();
  await expect.poll(() => buyer.getByText('Out of date').count()).toBe(0);
  await expect.poll(() => offer.count()).toBe(1);
  await fillOrder(buyer, { side: 'buy', price, size: '0.015' });
  await submitOrder(buyer);

  await expect.poll(() => openOrders(seller).count()).toBe(0);
  await expect.poll(() => offer.count()).toBe(0);
  await seller.getByRole('link', { name: 'Order history' }).first().click();
  const newest = seller.getByTestId('history-order').first();
  await newest.getByText('0.02 / 0.02 BTC').waitFor();
  await newest.getByText('Filled', { exact: true }).waitFor();
});

test('the slider spends a share of the balance, by tap and by key', async () => {
  const page = await openTrade(product, 'trader', MARKET.ticket);
  const slider = page.getByRole('slider');
  await page.getByRole('radio', { name: 'Sell' }).check({ force: true });
  await page.getByRole('button', { name: '25%', exact: true }).click();
  await expect.poll(() => sizeField(page).inputValue()).toBe('5');
  await slider.press('ArrowRight');
  await expect.poll(() => sizeField(page).inputValue()).toBe('5.2');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('26% of 20 ETH');
  await sizeField(page).fill('10');
  await expect.poll(() => slider.inputValue()).toBe('50');
});

test('a stepper goes one tick a tap and, held, one every 200 ms', async () => {
  const page = await openTrade(product, 'trader', MARKET.ticket);
  const up = page.getByRole('button', { name: 'Increase price' });
  const value = async () => Math.round(Number(await priceField(page).inputValue()) * 100);
  await priceField(page).fill('3000');
  // All events in one call, because a pause between two messages would turn the tap into a hold.
  await up.evaluate((button) => {
    const touch = { bubbles: true, isPrimary: true };
    button.dispatchEvent(new PointerEvent('pointerdown', touch));
    button.dispatchEvent(new PointerEvent('pointerup', touch));
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  expect(await value()).toBe(300_001);

  await up.hover();
  const began = Date.now();
  await page.mouse.down();
  await expect.poll(value, { interval: 20 }).toBeGreaterThanOrEqual(300_005);
  const fourStepsMs = Date.now() - began;
  await page.mouse.up();
  const heldMs = Date.now() - began;
  const after = await value();
  // Four more steps: not before the fourth interval, and at an even pace.
  expect(fourStepsMs).toBeGreaterThanOrEqual(4 * 200 - 20);
  expect(after).toBeLessThanOrEqual(300_001 + Math.ceil(heldMs / 200) + 1);
  await page.keyboard.press('Tab');
  expect(await value()).toBe(after);
});

test('broken rules are shown next to their fields before anything is sent, refusals after', async () => {
  const market = await marketOf(product, MARKET.ticket);
  const page = await openTrade(product, 'trader', MARKET.ticket);
  const sent: Request[] = [];
  page.on('request', (request) => isPlacing(request) && sent.push(request));

  await fillOrder(page, { side: 'sell', price: '3000.123', size: '21' });
  await page.getByText('The price must be a multiple of 0.01.').waitFor();
  await page.getByText('Insufficient balance').waitFor();
  await priceField(page).fill('');
  await page.getByTestId('submit-order').click();
  await page.getByText('Enter a price.').waitFor();
  await expect.poll(() => isFocused(priceField(page))).toBe(true);
  expect(sent).toHaveLength(0);

  await fillOrder(page, { side: 'sell', price: priceNear(market, 1.5), size: '1' });
  await page.getByText('This price is far from the market').waitFor();
  const allowed = page.getByText(/^Allowed range: about [\d,.]+ to [\d,.]+ USDT \(±10%\)\.$/);
  await allowed.waitFor();
  await page.getByTestId('submit-order').click();
  await shownBeside(page, 'This price is too far from the market').waitFor();
  await allowed.waitFor();
  await expect.poll(() => priceField(page).getAttribute('aria-invalid')).toBe('true');
  // A screen reader reads both with the field.
  const described = await noteOf(priceField(page));
  expect(described).toMatch(/too far from the market.*Allowed range: about/s);
  await expect.poll(() => isFocused(priceField(page))).toBe(true);
  expect(sent).toHaveLength(1);
});

test('pasted text that is no plain number leaves the field unchanged, with a message', async () => {
  const page = await openTrade(product, 'trader', MARKET.ticket);
  await fillOrder(page, { side: 'sell', price: '3000', size: '2' });
  await shownAfter(page, /^That isn’t a valid number\./, () => pasteInto(sizeField(page), '1e-3'));
  expect(await sizeField(page).inputValue()).toBe('2');
  await pasteInto(sizeField(page), '1,234.5 ETH');
  await expect.poll(() => sizeField(page).inputValue()).toBe('1234.5');
});

test('orders are canceled one by one or, after a confirmation, together', async () => {
  const market = await marketOf(product, MARKET.cancel);
  const page = await openTrade(product, 'trader', MARKET.cancel, { viewport: DESKTOP });
  const { accessToken } = await product.tokensOf('trader');
  for (const share of [0.95, 0.96, 0.97]) {
    await placeOrder(product, accessToken, {
      currency_match_id: String(MARKET.cancel),
      side: 'buy',
      type: 'limit',
      price: priceNear(market, share),
      quantity: '0.1',
    });
  }
  await expect.poll(() => openOrders(page).count()).toBe(3);
  await openOrders(page)
    .first()
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect.poll(() => openOrders(page).count()).toBe(2);
  await page.locator('h2:focus', { hasText: 'Open orders' }).waitFor();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('button', { name: 'Don’t cancel' }).click();
  const question = page.getByRole('dialog', { name: /^Cancel all/ });
  await question.waitFor({ state: 'detached' });
  expect(await openOrders(page).count()).toBe(2);
  await cancelEverything(page);
  await page.getByText('No open orders').waitFor();
  await page.locator('h2:focus', { hasText: 'Open orders' }).waitFor();
});

test('orders of several pairs are canceled together, after a confirmation that counts them', async () => {
  const markets = [MARKET.ticket, MARKET.cancel];
  const { accessToken } = await product.tokensOf('merchant');
  for (const matchId of [...markets, MARKET.cancel]) {
    await placeOrder(product, accessToken, {
      currency_match_id: String(matchId),
      side: 'buy',
      type: 'limit',
      price: priceNear(await marketOf(product, matchId), 0.95),
      quantity: '0.1',
    });
  }
  const page = await openTrade(product, 'merchant', MARKET.cancel);
  const all = page.getByRole('tab', { name: /^All/ });
  await all.click();
  const placed = await product.server.call('listOpenOrders', {}, { token: accessToken });
  const count = dataOf(placed).length;
  expect(count).toBeGreaterThanOrEqual(3);
  await expect.poll(() => openOrders(page).count()).toBe(count);
  const everything = page.getByRole('button', { name: 'Cancel all' });
  const one = page.getByRole('button', { name: /^Cancel order/ }).first();
  await expect
    .poll(async () => {
      const ends = await endsOf(everything.or(one));
      return [ends.length, new Set(ends).size];
    })
    .toEqual([2, 1]);
  await everything.click();
  const question = page.getByRole('dialog', { name: /^Cancel all orders in \d pairs/ });
  await question.getByText(`${count} open orders will be canceled`).waitFor();
  // One notice, however many pairs the orders were in.
  await shownAfter(page, `${count} orders canceled`, () =>
    question.getByRole('button', { name: 'Cancel all' }).click(),
  );
  await page.getByText('No open orders').waitFor();
  await expect.poll(() => all.innerText()).toBe('All (0)');
});

test('the page of an order shows its changes live', async () => {
  const market = await marketOf(product, MARKET.detail);
  const price = priceNear(market);
  const [trader, merchant] = await Promise.all([
    product.tokensOf('trader'),
    product.tokensOf('merchant'),
  ]);
  const common = { currency_match_id: String(MARKET.detail), type: 'limit', price } as const;
  const order = await placeOrder(product, trader.accessToken, {
    ...common,
    side: 'sell',
    quantity: '500',
  });
  const page = await product.open({ tokens: trader });
  await page.goto(`/trade-detail?id=${order.id}`);
  await page.getByTestId('order-state').getByText('Open').waitFor();
  expect(await page.getByTestId('fill').count()).toBe(0);

  await placeOrder(product, merchant.accessToken, { ...common, side: 'buy', quantity: '200' });
  await page.getByTestId('order-state').getByText('Partially filled').waitFor();
  await expect.poll(() => page.getByTestId('fill').count()).toBe(1);
  await page.getByTestId('fill').getByText('Maker').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByTestId('order-state').getByText('Canceled').waitFor();
  await page.getByText('40% was filled').waitFor();
  await expect.poll(() => page.getByTestId('timeline-step').count()).toBe(3);
  await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);

  const other = await product.openAs('merchant');
  await other.goto(`/trade-detail?id=${order.id}`);
  await shownBeside(other, 'Order not found').waitFor();
});

test('the history comes page by page and by market, side and state', async () => {
  const market = await marketOf(product, MARKET.history);
  const { accessToken: token } = await product.tokensOf('trader');
  const placed = 27;
  for (let made = 0; made < placed; made += 1) {
    const order = await placeOrder(product, token, {
      currency_match_id: String(MARKET.history),
      side: 'sell',
      type: 'limit',
      price: priceNear(market),
      quantity: '100',
    });
    dataOf(await product.server.call('cancelOrder', { id: order.id }, { token }));
  }
  const page = await product.openAs('trader', { viewport: PHONE_SMALL });
  await page.goto('/trade?view=history');
  await page.getByRole('combobox', { name: 'Trading pair' }).selectOption(String(MARKET.history));
  const rows = page.getByTestId('history-order');
  await rows.first().waitFor();
  await showAll(rows, placed);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('executed');
  await page.getByText('No orders match').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  await page.getByRole('combobox', { name: 'Side' }).selectOption('buy');
  await page.getByText('No orders match').waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('combobox', { name: 'Side' }).inputValue()).toBe('buy');
});

test('a comma is a decimal sign in the locales that use it, and is sent as a point', async () => {
  const market = await marketOf(product, MARKET.german);
  const page = await product.openAs('trader', { locale: 'de-DE' });
  await page.goto(`/trade?id=${MARKET.german}`);
  const price = priceNear(market, 0.95);
  await page.getByRole('textbox', { name: /^Preis/ }).fill(price.replace('.', ','));
  await page.getByRole('textbox', { name: /^Menge/ }).pressSequentially('1000.5');
  await expect
    .poll(() => page.getByRole('textbox', { name: /^Menge/ }).inputValue())
    .toBe('1000,5');
  const request = page.waitForRequest(isPlacing);
  await page.getByTestId('submit-order').click();
  const body = (await request).postData() ?? '';
  expect(body).toContain(price);
  expect(body).toContain('1000.5');
  await page.locator('[data-status=accepted]').waitFor();
});

test('a market that takes no orders shows that and the remaining options', async () => {
  const page = await product.openAs('trader');
  await routeCalls(page, 'market/currency_matches', async (call) => {
    const answer = await call.fetch();
    const text = (await answer.text()).replaceAll('"trading"', '"cancel_only"');
    await call.fulfill(JSON.parse(text));
  });
  await page.goto('/trade');
  await page.getByText('This market isn’t accepting new orders right now.').waitFor();
  await expect
    .poll(() => page.getByTestId('submit-order').getAttribute('aria-disabled'))
    .toBe('true');
});

test('the last traded pair is restored; the chart leads to the ticket with the side', async () => {
  const page = await openTrade(product, 'trader', MARKET.german);
  await page.goto('/trade');
  await page.getByRole('heading', { level: 1, name: /ADA\/USDT/ }).waitFor();
  await page.goto('/coinKline?id=2&symbol=ETH/USDT');
  await page.getByRole('link', { name: 'Sell', exact: true }).click();
  await page.waitForURL(/\/trade\?id=2/);
  await page.getByRole('button', { name: 'Sell ETH' }).waitFor();
});

test('switching the pair keeps the focus on the switch, and shows the ticket of the other pair', async () => {
  const page = await openTrade(product, 'trader', MARKET.live);
  await sizeField(page).fill('0.01');
  await page.getByRole('button', { name: 'Switch pair, BTC/USDT selected' }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^ETH\/USDT/ })
    .press('Enter');
  const shown = page.getByRole('button', { name: 'Switch pair, ETH/USDT selected' });
  await expect.poll(() => shown.count()).toBe(1);
  await expect.poll(() => isFocused(shown)).toBe(true);
  await expect.poll(() => sizeField(page).inputValue()).toBe('');
});
