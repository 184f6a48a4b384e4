/** The first steps of a new user on home: their state, their links, and their end. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useProduct, type DemoUser } from '../../support/pages/product.ts';
import { marketOf, placeOrder, priceNear } from '../../support/spot/trade-page.ts';
import { documents } from '../../support/desk/documents.ts';
import { decideLast } from '../../support/pages/user-pages.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser, userIdOf } from '../../support/users/test-user.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

const stepsOf = (page: Page) => page.getByTestId('first-steps');

/** Home as a user who has just signed up. */
async function openAsNewUser() {
  const user = await newUser(product.server, { name: 'first-steps' });
  const page = await product.open({ tokens: user.tokens, viewport: PHONE_SMALL });
  await page.goto('/home');
  await stepsOf(page).waitFor();
  return { page, user };
}

/** Sells to the user, who pays more than the market, because the market maker may be first to buy from the seller. */
async function trade(token: string) {
  const { server } = product;
  const market = await marketOf(product, 1);
  const terms = { currency_match_id: '1', type: 'limit', quantity: '0.001' } as const;
  await server.grant('demo.merchant@meridian.test', 'BTC', '1');
  const { accessToken } = await product.tokensOf('merchant');
  await placeOrder(product, accessToken, { ...terms, side: 'sell', price: priceNear(market) });
  await placeOrder(product, token, { ...terms, side: 'buy', price: priceNear(market, 1.02) });
}

test('each step is checked off by its record, and the list is gone after the last', async () => {
  const { page, user } = await openAsNewUser();
  const steps = stepsOf(page);
  const doneLines = steps.getByRole('listitem').filter({ hasText: /Done$/ });
  await steps.getByText('0 of 3 done').waitFor();
  expect(await steps.getByRole('link').count()).toBe(3);

  await product.server.grant(user.email, 'USDT', '1000');
  await steps.getByText('1 of 3 done').waitFor();
  expect(await doneLines.allInnerTexts()).toEqual([expect.stringMatching(/^Add coins/)]);

  await product.server.certify(user.email);
  await page.reload();
  await steps.getByText('2 of 3 done').waitFor();
  expect(await steps.getByRole('link').allInnerTexts()).toEqual([
    expect.stringContaining('Make your first spot trade'),
  ]);

  await trade(user.token);
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('market-row').first().waitFor();
  expect(await steps.count()).toBe(0);
});

test('a verdict on the documents shows without a reload', async () => {
  const { page, user } = await openAsNewUser();
  const { server } = product;
  const steps = stepsOf(page);
  dataOf(await server.call('submitVerification', await documents(server), { token: user.token }));
  await steps.getByText('In review. We’ll notify you of the result.').waitFor();
  await decideLast(product, await userIdOf(server, user.token), 'Unclear');
  await steps.getByText('We couldn’t verify your identity. See why and resubmit.').waitFor();
});

test('the steps lead to verification, deposits and trading, and buying opens with verification', async () => {
  const { page, user } = await openAsNewUser();
  const steps = stepsOf(page);
  const leadsTo = async (name: RegExp, path: string) => {
    await steps.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await page.goBack();
    await steps.waitFor();
  };
  await leadsTo(/Verify identity/, '/user-center');
  await leadsTo(/Add coins/, '/recharge');
  expect(await steps.getByRole('link', { name: 'Buy on the P2P market' }).count()).toBe(0);
  await product.server.certify(user.email);
  await page.reload();
  await leadsTo(/Buy on the P2P market/, '/fiat');
  await steps.getByRole('link', { name: /first spot trade/ }).click();
  await page.waitForURL('**/trade**');
});

test('a hidden list stays hidden in this browser', async () => {
  const { page } = await openAsNewUser();
  await page.getByRole('button', { name: 'Hide first steps' }).click();
  await stepsOf(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('market-row').first().waitFor();
  expect(await stepsOf(page).count()).toBe(0);
});

/** The scripts that home loads for a demo user, until the network is idle. */
async function scriptsOf(person: DemoUser): Promise<string[]> {
  const page = await product.openAs(person, { isKept: false });
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname));
  await page.goto('/home', { waitUntil: 'networkidle' });
  return scripts.filter((path) => path.includes('/first-steps-'));
}

test('only a user with first steps loads their script', async () => {
  expect(await scriptsOf('newcomer')).toHaveLength(1);
  expect(await scriptsOf('trader')).toEqual([]);
});

test('badges and codes of coins without a picture are visible on light cards', async () => {
  const page = await product.openAs('trader', { theme: 'light', viewport: PHONE_SMALL });
  await page.goto('/ieo-list');
  const ended = page.getByText('Ended', { exact: true }).first();
  await ended.waitFor();
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  const card = await ended.evaluate((badge) => {
    let above = badge.parentElement;
    while (above !== null && !getComputedStyle(above).backgroundColor.startsWith('rgb('))
      above = above.parentElement;
    return above === null ? '' : getComputedStyle(above).backgroundColor;
  });
  expect(card).toBe('rgb(255, 255, 255)');
  expect(await ended.evaluate(groundOf)).not.toBe(card);
  expect(await page.getByText('TID', { exact: true }).evaluate(groundOf)).not.toBe(card);
});
