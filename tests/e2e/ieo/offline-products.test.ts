/** Savings, token subscriptions and the events of both without a network: lists that were loaded, and the installed app. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useProduct } from '../../support/product.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' });

const OFFLINE = 'You’re offline. Showing the latest data received.';

const LISTS = [
  { path: '/storage-currency-list', item: 'product', named: 'Start saving' },
  { path: '/ieo-list', item: 'offering', named: 'Open for subscription' },
] as const;

test.each(LISTS)('$path keeps its list under the banner', async ({ path, item, named }) => {
  const page = await product.openAs('trader');
  await page.goto(path);
  const items = page.getByTestId(item);
  await items.filter({ hasText: named }).first().waitFor();
  const before = await items.count();
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  expect(await items.count()).toBe(before);
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
});

/** Reloads until the worker has stored the articles: it takes over a page some time after its first load. */
async function keepArticles(page: Page): Promise<void> {
  await page.goto('/activity-center');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.waitForFunction(async () => {
    const kept = await (await caches.open('public-lists')).keys();
    return kept.some(({ url }) => url.includes('/news/list'));
  });
}

test('the installed app shows the articles of events, says why products are missing, and has them with the network', async () => {
  const page = await product.openAs('trader', { serviceWorkers: 'allow' });
  // The worker downloads all files of the app once more.
  page.setDefaultTimeout(90_000);
  const main = page.getByRole('main').filter({ visible: true });
  const article = main.getByRole('link', { name: 'Ten-minute tour' });
  const products = main.getByRole('link', { name: /Open for subscription|Reference APR/ });
  await keepArticles(page);
  await products.first().waitFor();

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(OFFLINE).waitFor();
  await article.waitFor();
  await main.getByRole('alert').getByText('Check your network and try again.').waitFor();
  expect(await main.getByRole('alert').count()).toBe(1);
  expect(await products.count()).toBe(0);
  for (const { path, item } of LISTS) {
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
