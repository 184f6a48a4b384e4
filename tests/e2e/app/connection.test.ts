/** Pages without a network: banners, stale prices, recovery, and the installed app. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openApp } from '../../support/pages/app-page.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { settlementCase } from '../../support/micro/settlement-case.ts';
import { publishKey, verdictOn } from '../../support/micro/verify-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visit } from '../../support/pages/visit.ts';

const product = useProduct({}, { keepsPages: true, isOwnProcess: true });
/** Timeout after a restart of the server. */
const PATIENCE = { timeout: 60_000 };

const firstPrice = (page: Page) => page.getByTestId('market-row').first().getByTestId('price');

async function expectToMove(price: Locator): Promise<void> {
  const before = await price.innerText();
  await expect.poll(() => price.innerText()).not.toBe(before);
}

test.each([
  ['with prices', '/market'],
  ['about the user', '/user-center'],
  ['for the public', '/micro-fairness'],
])('a cut network is shown at once on a page %s, and recovers', async (_, path) => {
  const page = await product.openAs('trader');
  await page.goto(path);
  await page.getByRole('main').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
});

test('a list that failed to load is there once the network is back', async () => {
  const page = await product.openAs('trader');
  let isAway = true;
  await routeCalls(page, 'news/list', (call) => (isAway ? call.abort() : call.continue()));
  await page.goto('/notice-center');
  await page.getByText('Couldn’t load').waitFor();
  isAway = false;
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.context().setOffline(false);
  await page.locator('a[href*="/notice-details?id="]').first().waitFor();
});

test('a list that failed to load is there once the live connection is back', async () => {
  const page = await product.openAs('trader', { isKept: 'context' });
  let isAway = true;
  let cut = (): Promise<void> => Promise.reject(new Error('no socket'));
  await page.routeWebSocket('**/ws', (socket) => {
    socket.connectToServer();
    cut = () => socket.close();
  });
  await routeCalls(page, 'staking/products', (call) => (isAway ? call.abort() : call.continue()));
  await page.goto('/storage-currency-list');
  await page.getByText('Couldn’t load').waitFor();
  isAway = false;
  await cut();
  await page.getByTestId('product').first().waitFor();
});

test('prices are stale as soon as the device is offline, before the socket falls silent', async () => {
  const page = await product.openAs('trader', { isKept: 'context' });
  let timer: ReturnType<typeof setInterval> | undefined;
  // This socket sends all the time, with or without a network; later sockets send nothing.
  await page.routeWebSocket('**/ws', (socket) => {
    const quotation = { close: '123456', change: '0' };
    const quote = JSON.stringify({ type: 'DAY_MARKET', currency_match_id: 1, quotation });
    timer ??= setInterval(() => socket.send(quote), 200);
  });
  await page.goto('/market');
  const price = page.getByTestId('price').filter({ hasText: '123,456' });
  await expect.poll(() => price.getAttribute('data-stale')).toBe('false');
  await page.context().setOffline(true);
  await expect.poll(() => price.getAttribute('data-stale')).toBe('true');
  clearInterval(timer);
});

test('a total that the live connection never confirmed is stale as soon as the device is offline', async () => {
  const page = await product.openAs('trader', { isKept: 'context' });
  await page.routeWebSocket('**/ws', () => undefined);
  await page.goto('/assets');
  await expect.poll(() => page.getByTestId('total').innerText()).toMatch(/\d/);
  const stale = page.getByText('Out of date', { exact: true });
  expect(await stale.count()).toBe(0);
  await page.context().setOffline(true);
  await stale.waitFor();
  await page.context().setOffline(false);
  await stale.waitFor({ state: 'detached' });
});

describe('a page that has loaded the scripts of Home alone', () => {
  let page: Page;
  beforeAll(async () => {
    // A kept page has the other scripts.
    const tokens = await product.tokensOf('trader');
    page = await openApp(product.browser, product.server.origin, { tokens });
    await page.goto('/home');
    await firstPrice(page).waitFor();
  });
  afterEach(() => page.context().setOffline(false));
  afterAll(() => page.context().close());

  test('offers the way back from a screen without tabs whose script is missing', async () => {
    await page.context().setOffline(true);
    await visit(page, '/help-center');
    const waiting = page.getByRole('alert').getByText('This page will load automatically');
    await waiting.waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await firstPrice(page).waitFor();
    await waiting.waitFor({ state: 'detached' });
  });

  test('waits for the network at a tab whose script is missing, and then opens it', async () => {
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page.getByRole('alert').getByText('This page will load automatically').waitFor();
    // Tabs that were loaded stay usable.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await firstPrice(page).waitFor();
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page.getByRole('alert').getByText('This page will load automatically').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('tab', { name: 'Forex' }).waitFor();
  });
});

/** Reloads until the worker has stored the articles: it takes over a page some time after its first load. */
async function keepArticles(page: Page): Promise<void> {
  await page.goto('/activity-center');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.waitForFunction(async () => {
    const kept = await (await caches.open('public-lists')).keys();
    return kept.some(({ url }) => url.includes('/news/list'));
  });
}

describe('the installed app', () => {
  /** One page for all tests, because its worker downloads all files of the app once more. */
  let page: Page;
  beforeAll(async () => {
    const tokens = await product.tokensOf('trader');
    const { browser, server } = product;
    page = await openApp(browser, server.origin, { tokens, serviceWorkers: 'allow' });
    page.setDefaultTimeout(90_000);
    await page.goto('/home');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
  });
  afterEach(() => page.context().setOffline(false));
  afterAll(() => page.context().close());

  test('starts without a network and shows the last prices as stale', async () => {
    await page.goto('/home');
    await firstPrice(page).waitFor();
    await page.waitForFunction(async () => {
      const kept = await (await caches.open('public-lists')).keys();
      return kept.some(({ url }) => url.includes('currency_matches'));
    });
    await expectToMove(firstPrice(page));
    await page.waitForFunction(() => localStorage.getItem('meridian.lastPrices') !== null);
    await page.context().setOffline(true);
    await page.reload();
    await firstPrice(page).waitFor();
    await expect.poll(() => firstPrice(page).innerText()).toMatch(/\d/);
    await page.locator('[data-stale="true"]').first().waitFor();
  });

  test('shows the articles of events, says why products are missing, and has them with the network', async () => {
    const main = page.getByRole('main').filter({ visible: true });
    const article = main.getByRole('link', { name: 'Ten-minute tour' });
    const products = main.getByRole('link', { name: /Open for subscription|Reference APR/ });
    await keepArticles(page);
    await products.first().waitFor();

    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('You’re offline. Showing the latest data received.').waitFor();
    await article.waitFor();
    await main.getByRole('alert').getByText('Check your network and try again.').waitFor();
    expect(await main.getByRole('alert').count()).toBe(1);
    expect(await products.count()).toBe(0);
    for (const { path, item } of [
      { path: '/storage-currency-list', item: 'product' },
      { path: '/ieo-list', item: 'offering' },
    ]) {
      await main.locator(`a[href="${path}"]`).click();
      await page.waitForURL(`**${path}`);
      await main.getByRole('alert').getByText('Check your network and try again.').waitFor();
      expect(await page.getByTestId(item).count()).toBe(0);
      await page.goBack();
      await article.waitFor();
    }

    await page.context().setOffline(false);
    await products.first().waitFor();
    await expect.poll(() => main.getByRole('alert').count()).toBe(0);
  });

  test('opens the page of settlement files and checks one without a network', async () => {
    const file = await settlementCase();
    await publishKey(page);
    await page.goto('/limits.json');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/micro-verify');
    await page.getByLabel('Settlement file').waitFor();
    await page.context().setOffline(true);
    await page.goto('/micro-verify?offline');
    await page.getByLabel('Settlement file').waitFor();
    expect(await verdictOn(page, file)).toEqual({ summary: 'passed', names: [] });
  });
});

test('the app can be installed', async () => {
  const page = await product.open();
  await page.goto('/login');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Meridian', display: 'standalone', start_url: '/home' });
  const sizes = manifest.icons.map(({ sizes: size }: { sizes: string }) => size);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons as { src: string }[]) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
});

// The last test, because a failure in its middle leaves the server down.
test('a server restart: prices go stale and recover, and the user stays signed in', async () => {
  const page = await product.openAs('trader');
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await expectToMove(firstPrice(page));
  const chart = await page.context().newPage();
  await chart.goto('/coinKline?id=1&symbol=BTC/USDT');
  // Waits for all scripts of the page, because a missing one would replace the page when the server dies.
  await chart.locator('canvas').first().waitFor();
  await expectToMove(chart.getByTestId('price').first());
  await product.server.kill();
  // Runs at the same time, because the app gives up after thirty tries.
  await Promise.all([
    page.getByText(/Reconnecting to live prices/).waitFor(),
    chart.getByText(/Reconnecting to live prices/).waitFor(),
    page.locator('[data-stale="true"]').first().waitFor(),
  ]);
  await product.server.restart();
  // A page behind another page may not draw.
  await page.bringToFront();
  const stale = page.locator('[data-stale="true"]');
  const retry = page.getByRole('status').getByRole('button', { name: 'Try again' });
  // On a slow machine the tries may end before the server is back; the app then offers another round.
  await expect
    .poll(async () => (await retry.isVisible()) || (await stale.count()) === 0, PATIENCE)
    .toBe(true);
  if (await retry.isVisible()) await retry.click();
  await page.getByText(/Reconnecting to live prices/).waitFor({ state: 'detached' });
  await expect.poll(() => stale.count(), PATIENCE).toBe(0);
  await expectToMove(firstPrice(page));
  await page.reload();
  await firstPrice(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
});
