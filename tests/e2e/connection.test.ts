import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useProduct } from '../support/product.ts';

const product = useProduct();

const firstPrice = (page: Page) => page.getByTestId('market-row').first().getByTestId('price');

async function expectPricesToMove(page: Page): Promise<void> {
  const before = await firstPrice(page).innerText();
  await expect.poll(() => firstPrice(page).innerText(), { timeout: 20_000 }).not.toBe(before);
}

test('a server restart in the middle: prices go stale, come back by themselves, and the person stays signed in', async () => {
  const page = await product.openAs('trader');
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await expectPricesToMove(page);
  await product.server.kill();
  await page.getByText(/Reconnecting to live prices/).waitFor();
  await page.locator('[data-stale="true"]').first().waitFor();
  await product.server.restart();
  await page.getByText(/Reconnecting to live prices/).waitFor({ state: 'detached' });
  await page.locator('[data-stale="true"]').first().waitFor({ state: 'detached' });
  await expectPricesToMove(page);
  await page.reload();
  await firstPrice(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('a cut network is said at once and mends itself', async () => {
  const page = await product.openAs('trader');
  await page.goto('/market');
  await firstPrice(page).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
});

test('the installed app starts without a network and shows the last prices as stale', async () => {
  const page = await product.openAs('trader', { serviceWorkers: 'allow' });
  await page.goto('/home');
  await firstPrice(page).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // The worker controls from the next load on; that load fills its caches of lists.
  await page.reload();
  await firstPrice(page).waitFor();
  await expectPricesToMove(page);
  await page.waitForFunction(() => localStorage.getItem('meridian.lastPrices') !== null);
  await page.context().setOffline(true);
  await page.reload();
  await firstPrice(page).waitFor();
  expect(await firstPrice(page).innerText()).toMatch(/\d/);
  await page.locator('[data-stale="true"]').first().waitFor();
});

test('the app can be installed', async () => {
  const page = await product.open({ serviceWorkers: 'allow' });
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
