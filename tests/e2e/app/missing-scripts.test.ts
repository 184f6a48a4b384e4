/** Scripts and texts that do not load, because the server is away or a newer release has replaced them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lotsField } from '../../support/lever/lever-page.ts';
import { shownAfter } from '../../support/pages/noted-sentences.ts';
import { pasteInto } from '../../support/pages/paste.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visit } from '../../support/pages/visit.ts';
import { fillOrder, marketOf, priceNear, sizeField } from '../../support/spot/trade-page.ts';

const product = useProduct({}, { keepsPages: true });

const firstPrice = (page: Page) => page.getByTestId('market-row').first().getByTestId('price');

test('a script that stays missing triggers one reload, then the page reports it', async () => {
  const page = await product.openAs('trader');
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await page.route('**/assets/market-screen*', (route) => route.abort());
  const addresses: string[] = [];
  page.on('domcontentloaded', () => addresses.push(new URL(page.url()).pathname));
  await page.getByRole('link', { name: 'Markets', exact: true }).click();
  await expect.poll(() => addresses).toEqual(['/market']);
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(addresses).toEqual(['/market']);
});

test('texts that do not arrive are requested again, and nothing on screen is lost', async () => {
  const page = await product.openAs('trader');
  let mayArrive = false;
  let tries = 0;
  await page.route('**/errors.json', (route) => {
    tries += 1;
    return mayArrive ? route.continue() : route.abort();
  });
  await page.goto('/trade?id=1');
  const price = priceNear(await marketOf(product, 1), 0.99);
  await fillOrder(page, { side: 'buy', price, size: '900' });
  await page.getByTestId('submit-order').click();
  await page.getByText('…', { exact: true }).waitFor();
  await expect.poll(() => tries).toBeGreaterThan(1);
  mayArrive = true;
  await page.getByText(/^Insufficient balance/).waitFor();
  expect(await sizeField(page).inputValue()).toBe('900');
});

test('texts replaced by a newer release load it, but not over a form with input', async () => {
  const page = await product.openAs('trader');
  let tries = 0;
  await page.route('**/errors.json', (route) => {
    tries += 1;
    return route.fulfill({ status: 404 });
  });
  await page.goto('/trade?id=1');
  await sizeField(page).fill('0.0123');
  const addresses: string[] = [];
  page.on('domcontentloaded', () => addresses.push(new URL(page.url()).pathname));
  await expect.poll(() => tries).toBeGreaterThan(2);
  expect(addresses).toEqual([]);
  expect(await sizeField(page).inputValue()).toBe('0.0123');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.poll(() => addresses).toEqual(['/home']);
});

test('a Home whose script is missing leaves the other tabs in reach', async () => {
  const page = await product.openAs('trader');
  await page.goto('/market');
  await firstPrice(page).waitFor();
  await page.route('**/assets/home-screen*', (route) => route.abort());
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  // A reload may come before it, which would cancel the next step.
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await page.getByRole('link', { name: 'Markets', exact: true }).click();
  await firstPrice(page).waitFor();
});

test('a toast is shown even without its script', async () => {
  const page = await product.openAs('trader');
  await page.route('**/assets/toast-host*', (route) => route.abort());
  await page.goto('/trade?id=1');
  await sizeField(page).fill('2');
  await shownAfter(page, /^That isn’t a valid number\./, () => pasteInto(sizeField(page), '1e-3'), {
    inside: '[role=alert]',
  });
});

test('a page whose script did not load while the server was away comes with the server', async () => {
  const page = await product.openAs('trader');
  let isAway = true;
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await page.route(
    (url) => isAway && /\/assets\/market-screen|\/market$/.test(url.pathname),
    (route) => route.abort('connectionrefused'),
  );
  await page.getByRole('link', { name: 'Markets', exact: true }).click();
  await page.getByRole('alert').getByText('The server isn’t responding').waitFor();
  isAway = false;
  await page.getByRole('tab', { name: 'Forex' }).waitFor();
});

test('a page keeps its figures while its chart waits for the server, and then has the chart', async () => {
  const page = await product.openAs('trader');
  let isAway = true;
  await page.route(
    (url) => isAway && /\/assets\/candle-plot|\/coinKline$/.test(url.pathname),
    (route) => route.abort('connectionrefused'),
  );
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await visit(page, '/coinKline?id=1&symbol=BTC/USDT');
  await page.getByRole('status', { name: 'Loading candles' }).waitFor();
  await page.getByText('24h high', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('alert').count()).toBe(0);
  isAway = false;
  await page.locator('canvas').first().waitFor();
});

test('a missing part of a page reloads it, but not over a form with input', async () => {
  const page = await product.openAs('trader');
  await page.goto('/home');
  await firstPrice(page).waitFor();
  const typed = Promise.withResolvers<void>();
  await page.route('**/assets/candle-plot*', async (route) => {
    await typed.promise;
    await route.abort();
  });
  await visit(page, '/lever');
  await lotsField(page).fill('7');
  const addresses: string[] = [];
  page.on('domcontentloaded', () => addresses.push(new URL(page.url()).pathname));
  const isServed = page.waitForResponse((reply) => reply.request().method() === 'HEAD');
  typed.resolve();
  await isServed;
  await page.waitForLoadState('networkidle');
  expect(addresses).toEqual([]);
  expect(await lotsField(page).inputValue()).toBe('7');
  await lotsField(page).fill('');
  await expect.poll(() => addresses).toEqual(['/lever']);
});

test('a part of a page that stays missing triggers one reload, then the page reports it', async () => {
  const page = await product.openAs('trader');
  await page.route('**/assets/candle-plot*', (route) => route.abort());
  await page.goto('/home');
  await firstPrice(page).waitFor();
  const addresses: string[] = [];
  page.on('domcontentloaded', () => addresses.push(new URL(page.url()).pathname));
  await visit(page, '/coinKline?id=1&symbol=BTC/USDT');
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(addresses).toEqual(['/coinKline']);
});
