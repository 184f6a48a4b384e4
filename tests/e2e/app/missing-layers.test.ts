/** Sheets whose scripts are late or do not load: the page below keeps the typed text, and a panel names the reason. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { useProduct } from '../../support/pages/product.ts';
import { sizeField } from '../../support/spot/trade-page.ts';

const product = useProduct({}, { isShared: true });

const TYPED = '0.0123';
const SCRIPT = '**/assets/sheet-popup*';
const switchOf = (page: Page) =>
  page.getByRole('button', { name: 'Switch pair, BTC/USDT selected' });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Choose a pair' });

/** A ticket that nothing was typed into yet, so that the script of its sheet has not been loaded. */
async function openTicket(): Promise<Page> {
  const page = await product.openAs('trader');
  await page.goto('/trade?id=1');
  await sizeField(page).waitFor();
  return page;
}

/** Expects that the ticket has its size, and that the focus is where it was. */
async function expectAsBefore(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await sizeField(page).inputValue()).toBe(TYPED);
  expect(new URL(page.url()).pathname).toBe('/trade');
  await expect
    .poll(() => switchOf(page).evaluate((button) => button === document.activeElement))
    .toBe(true);
}

async function openAndClose(page: Page): Promise<void> {
  await sheetOf(page).waitFor();
  await page.keyboard.press('Escape');
  await expectAsBefore(page);
}

test('a sheet opens without a network once the user has typed', async () => {
  const page = await openTicket();
  // Requests from before the first line may end later: they are in no count.
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const loaded = page.waitForResponse(SCRIPT);
  await sizeField(page).fill(TYPED);
  await loaded;
  // With the scripts that it imports.
  await expect.poll(() => open.size).toBe(0);
  await page.context().setOffline(true);
  await switchOf(page).click();
  await openAndClose(page);
});

test('a sheet that loads slowly says so, and can be closed', async () => {
  const page = await openTicket();
  const arrival = Promise.withResolvers<void>();
  await page.route(SCRIPT, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await sizeField(page).fill(TYPED);
  const loading = page.getByRole('dialog', { name: 'Loading' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => loading.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await switchOf(page).click();
    await loading.waitFor();
    await close();
    await expectAsBefore(page);
  }
  await switchOf(page).click();
  await loading.waitFor();
  arrival.resolve();
  await openAndClose(page);
});

test('a sheet whose script does not load leaves the reload to the user', async () => {
  const page = await openTicket();
  const addresses: string[] = [];
  page.on('domcontentloaded', () => addresses.push(new URL(page.url()).pathname));
  let isAway = true;
  await page.route(
    (url) => isAway && url.pathname === '/trade',
    (route) => route.abort('connectionrefused'),
  );
  await page.route(SCRIPT, (route) => route.abort('connectionrefused'));
  await sizeField(page).fill(TYPED);
  await switchOf(page).click();
  const notice = page.getByRole('alert');
  await notice.getByText('The server isn’t responding').waitFor();
  await page.context().setOffline(true);
  await notice.getByText('You’re offline').waitFor();
  await page.context().setOffline(false);
  isAway = false;
  const offer = notice.getByText('What you’ve entered on it will be lost');
  await offer.waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await expectAsBefore(page);
  expect(addresses).toEqual([]);
  await switchOf(page).click();
  await offer.waitFor();
  await page.unroute(SCRIPT);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => addresses).toEqual(['/trade']);
  await switchOf(page).click();
  await sheetOf(page).waitFor();
});
