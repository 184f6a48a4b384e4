/** The pages of an exchange that switched fast contracts off: nothing leads to them, and past ones are still there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { drawn } from '../../support/pages/visit.ts';
import { openApp, PHONE_SMALL, workerBrowser } from '../../support/pages/app-page.ts';
import { addShortProduct, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

const ENDED = ['won', 'lost', 'drawn', 'voided'] as const;

/** Read again at each start. */
const env = {
  MARKET_MAKER: 'off',
  INDEX_LOG: 'on',
  MICRO_TRADING: 'on',
  TRUST_PROXY: 'loopback',
};
let server: TestServer;
let page: Page;
beforeAll(async () => {
  const started = await startPreparedServer(env, (database) => addShortProduct(database));
  server = started.server;
  const product = started.prepared;
  await setIndex(server, '97000');
  const user = await MicroUser.open(server, '100');
  const { id } = await user.placeOpen(product, 'up', '10');
  await user.reached(id, ...ENDED);
  env.MICRO_TRADING = 'off';
  await server.restart();
  const tokens: Tokens = dataOf(await signIn(server, user.email));
  page = await openApp(await workerBrowser(), server.origin, { viewport: PHONE_SMALL, tokens });
});
afterAll(async () => {
  await page.context().close();
  await server.stop();
});

test('home has all tiles but the one of fast contracts', async () => {
  await page.goto('/home');
  const tiles = page.getByRole('list', { name: 'Quick actions' }).getByRole('listitem');
  await expect.poll(() => tiles.count()).toBe(7);
  expect(await tiles.filter({ hasText: 'Fast contract' }).count()).toBe(0);
});

test('the page says what is off, takes no order and shows the past ones', async () => {
  await page.goto('/micro-trade');
  await page.getByText('Fast contracts aren’t offered here right now.').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByTestId('micro-history-row').waitFor();
  expect(await page.getByTestId('micro-up').count()).toBe(0);
});

test('a transfer has the account of fast contracts as a source alone', async () => {
  await page.goto('/transfer?coin=USDT');
  const to = page.getByLabel('To', { exact: true });
  await expect
    .poll(() => to.locator('option').allTextContents())
    .toEqual(['Spot', 'Contracts', 'Fiat']);
  const from = page.getByLabel('From', { exact: true }).locator('option');
  expect(await from.allTextContents()).toContain('Fast contract');
});

test('a transfer waits for the setting and the coins, so that its form keeps what is typed', async () => {
  const to = page.getByLabel('To', { exact: true });
  const chosen = () => to.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  const held = ['public/default/setting?key=micro_trading', 'private/wallet/coins'];
  const shown = Promise.withResolvers<void>();
  const asked = held.map((call) => page.waitForRequest(`**/api/${call}*`));
  for (const call of held)
    await page.route(`**/api/${call}*`, async (route) => {
      await shown.promise;
      await route.continue();
    });
  const balances = page.waitForResponse('**/api/private/account/list?*');
  // The user holds no ETH, so that only the list of coins has it.
  await page.goto('/transfer?coin=ETH&to=4');
  const [answered] = await Promise.all([balances, ...asked]);
  await answered.finished();
  await drawn(page);
  await page.getByRole('status', { name: 'Loading your assets' }).waitFor();
  shown.resolve();
  await to.waitFor();
  expect(await to.locator('option').allTextContents()).not.toContain('Fast contract');
  expect(await chosen()).not.toBe('Fast contract');
  await page.getByRole('button').filter({ hasText: 'Ethereum' }).waitFor();
});

test('the account of fast contracts says why nothing can be moved into it', async () => {
  const { tokens } = await newUser(server);
  const other = await openApp(await workerBrowser(), server.origin, {
    viewport: PHONE_SMALL,
    tokens,
  });
  await other.goto('/assets');
  await other.getByRole('button', { name: /^Fast contract/ }).click();
  const account = other.getByRole('region', { name: 'Fast contract' });
  await account.getByText('Fast contracts aren’t offered here right now.').waitFor();
  expect(await account.getByRole('link').count()).toBe(0);
  await other.context().close();
});
