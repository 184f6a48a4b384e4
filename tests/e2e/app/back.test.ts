/** Back closes an open dialog above a page; only the next Back leaves the page. */
import { expect, test } from 'vitest';
import { PHONE } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

test('back closes the sheet of the chart, not the page; a choice in it adds no history entry', async () => {
  const page = await product.openAs('trader', { viewport: PHONE });
  await page.goto('/home');
  await page.locator('a[href^="/coinKline"]').first().click();
  await page.waitForURL('**/coinKline?*');
  const chart = page.url();
  const switcher = page.getByRole('button', { name: /^Switch pair/ });
  const sheet = page.getByRole('dialog', { name: 'Choose a pair' });
  const open = async () => {
    await switcher.click();
    await sheet.waitFor();
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
  };
  await open();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect(page.url()).toBe(chart);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(undefined);
  expect(await sheet.count()).toBe(0);
  await open();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await open();
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(undefined);
  await open();
  await sheet.getByRole('link').nth(3).click();
  await expect.poll(() => page.url()).not.toBe(chart);
  await sheet.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/home');
});

test('a reload at the moment at which a dialog opens stays on the page', async () => {
  const page = await product.openAs('trader', { viewport: PHONE });
  await page.goto('/market');
  await page.goto('/home');
  await page.getByRole('button', { name: /menu/i }).waitFor();
  // The browser leaves the new state in the entry of the page, which is under way to its own reload.
  await page.evaluate(() => {
    history.replaceState({ ...history.state, layers: 1 }, '');
    location.reload();
  });
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(undefined);
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('a link of the side menu opens its page, and back leads home', async () => {
  const page = await product.openAs('trader', { viewport: PHONE });
  await page.goto('/market');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: /menu/i }).click();
  const menu = page.getByRole('dialog');
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
  await menu.getByRole('link', { name: /invite/i }).click();
  await page.waitForURL('**/share-code');
  await page.goBack();
  await page.waitForURL('**/home');
  await page.goBack();
  await page.waitForURL('**/market');
});
