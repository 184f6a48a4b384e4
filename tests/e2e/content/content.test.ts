/** The reading pages: lists, articles, search, missing articles, and the rows of the about page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { drawn, visitScreen } from '../../support/pages/visit.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** One page goes from screen to screen and stays open between tests. */
let reader: Page | undefined;

async function openPage(path: string): Promise<Page> {
  reader ??= await product.openAs('trader', { isOfFile: true });
  await visitScreen(reader, path);
  await reader.getByRole('heading', { level: 1 }).waitFor();
  return reader;
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

test.for([
  { list: '/notice-center', item: 'Where prices come from', details: '/notice-details' },
  { list: '/help-center', item: 'How spot orders work', details: '/help-details' },
  { list: '/activity-center', item: 'Ten-minute tour', details: '/activity-details' },
  { list: '/about-us', item: 'What Meridian is', details: '/about-us-content' },
  { list: '/about-us', item: 'User agreement', details: '/about-us-content' },
])('$list opens "$item", and back returns to it', async ({ list, item, details }) => {
  const page = await openPage(list);
  await page.getByRole('link', { name: item }).click();
  await page.waitForURL((url) => url.pathname === details && url.searchParams.has('id'));
  await title(page, item).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(`**${list}`);
});

test('the help search narrows the list and shows the number of results', async () => {
  const page = await openPage('/help-center');
  const links = page.getByRole('main').getByRole('link');
  await expect.poll(() => links.count()).toBe(8);
  await page.getByLabel('Search help').fill('escrow');
  await expect.poll(() => links.allInnerTexts()).toEqual([expect.stringContaining('P2P trading')]);
  await page.getByText('1 article found').waitFor();
  await page.getByLabel('Search help').fill('nothing like it');
  await page.getByText('No matching articles').waitFor();
});

test('the events name the open offerings and the best savings, each one tap away', async () => {
  const page = await openPage('/activity-center');
  const offering = page.getByRole('link', { name: /Open for subscription/ }).first();
  await offering.click();
  await page.waitForURL((url) => url.pathname === '/ieo-details' && url.searchParams.has('id'));
  await page.getByTestId('phase').getByText('Open for subscription').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/activity-center');
  const rates = page.getByRole('link', { name: /Reference APR/ });
  await expect.poll(() => rates.count()).toBeGreaterThan(0);
  await rates.first().click();
  await page.waitForURL(
    (url) => url.pathname === '/storage-currency-list' && url.searchParams.has('product'),
  );
  await page
    .getByRole('dialog')
    .getByText(/^Save /)
    .first()
    .waitFor();
});

test('the events say when offerings and savings cannot be loaded, and load them again', async () => {
  const page = await product.openAs('trader', { locale: 'en-US' });
  let failed = 0;
  const lose = (path: string, until?: Promise<void>) =>
    routeCalls(page, path, async (call) => {
      await until;
      failed += 1;
      await call.abort();
    });
  const products = ['ieo/list', 'staking/products'];
  const main = page.getByRole('main');
  const asked = Promise.withResolvers<void>();
  const lost = await Promise.all(products.map((path) => lose(path, asked.promise)));
  await page.goto('/activity-center');
  await expect.poll(() => main.getByRole('status', { name: 'Loading' }).count()).toBe(2);
  asked.resolve();
  await main.getByText('Check your network and try again.').waitFor();
  expect(await main.getByRole('alert').count()).toBe(1);
  // The pages of the products and the articles stay within reach.
  await main.getByRole('link', { name: 'Ten-minute tour' }).waitFor();
  await main
    .getByRole('link', { name: /^Token/ })
    .first()
    .waitFor();
  for (const end of lost) end();
  await main.getByRole('button', { name: 'Try again' }).click();
  await main
    .getByRole('link', { name: /Open for subscription/ })
    .first()
    .waitFor();
  await main
    .getByRole('link', { name: /Reference APR/ })
    .first()
    .waitFor();
  expect(await main.getByRole('alert').count()).toBe(0);
  // The loaded rows stay when the next reading fails.
  failed = 0;
  for (const path of products) await lose(path);
  await visitScreen(page, '/about-us');
  await visitScreen(page, '/activity-center');
  await expect.poll(() => failed).toBeGreaterThan(0);
  await main
    .getByRole('link', { name: /Open for subscription/ })
    .first()
    .waitFor();
  await drawn(page);
  expect(await main.getByRole('alert').count()).toBe(0);
});

test('a link in an article to a page of the app does not reload the app', async () => {
  const page = await openPage('/activity-center');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: 'Build your favorites list' }).click();
  await page.getByRole('article').getByRole('link', { name: 'Markets' }).click();
  await page.waitForURL('**/market');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test.for(['/help-details', '/help-details?id=abc', '/help-details?id=2147483647'])(
  '%s reports a missing article and leads back to the list',
  async (path) => {
    const page = await openPage(path);
    await shownBeside(page, 'This article is no longer available').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL('**/help-center');
  },
);

test('a list that cannot be loaded offers another try', async () => {
  const page = await product.openAs('trader', { locale: 'en-US' });
  const end = await routeCalls(page, 'news/list', (call) => call.abort());
  await page.goto('/notice-center');
  await page.getByText('Check your network and try again.').waitFor();
  end();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Where prices come from' }).waitFor();
});

test('the privacy policy is linked from the about page', async () => {
  const page = await openPage('/about-us');
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await page.waitForURL('**/private-policy');
  await title(page, 'Privacy policy').waitFor();
});

test('night mode switches the theme', async () => {
  const page = await product.openAs('trader');
  await page.goto('/about-us');
  const theme = () => page.locator('html').getAttribute('data-theme');
  await expect.poll(theme).toBe('dark');
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(theme).toBe('light');
});

test('the about page leads to feedback', async () => {
  const page = await openPage('/about-us');
  await page.getByRole('link', { name: 'Feedback' }).click();
  await page.waitForURL('**/feedback-list');
});
