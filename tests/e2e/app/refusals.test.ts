/** A refusal of the server shows as a toast in the server's words and in the form; a screen reader reads it once. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf, newAddress, signIn } from '../../support/users/accounts.ts';
import { FIAT, holdings, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import { FOR_EYES, shownBeside } from '../../support/pages/refusals.ts';
import { noteSentences, shownAfter } from '../../support/pages/noted-sentences.ts';
import { fillOrder, marketOf, openTrade, priceNear } from '../../support/spot/trade-page.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** Triggers the refusal and waits for the toast and for the sentence in the form. */
async function refused(
  page: Page,
  sentence: RegExp,
  action: () => Promise<unknown>,
): Promise<void> {
  await shownAfter(page, sentence, action, { inside: FOR_EYES });
  await shownBeside(page, sentence).waitFor();
}

test('a wrong password at the sign-in is shown', async () => {
  const page = await product.open();
  await page.goto('/login');
  await page.locator('[name=account]').fill(demoAccount('trader'));
  await page.locator('[name=password]').fill('Wrong99x');
  const sentence = /^Incorrect email, mobile number, or password\./;
  const toasts = await noteSentences(page, sentence, { inside: FOR_EYES });
  await refused(page, sentence, () => page.getByRole('button', { name: 'Sign in' }).click());
  expect(await toasts()).toHaveLength(1);
  // A screen reader reads the one of the two that stays.
  expect(await page.getByRole('alert').filter({ hasText: sentence }).count()).toBe(1);
  expect(await page.getByRole('dialog').filter({ hasText: sentence }).count()).toBe(0);
});

test('a locked sign-in shows one advice and the wait', async () => {
  const account = newAddress();
  for (let failure = 0; failure < LIMITS.sign_in_failures_max; failure++)
    expect(errorOf(await signIn(product.server, account))).toBe('credentials_incorrect');
  const page = await product.open();
  await page.goto('/login');
  await page.locator('[name=account]').fill(account);
  await page.locator('[name=password]').fill('Wrong99x');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const told = await shownBeside(page, /^Too many failed sign-ins\./).textContent();
  expect(told?.match(/try again/gi)).toHaveLength(1);
  expect(told).toMatch(/ Wait time: \d+ min\.$/);
});

test('a transfer of money that has been spent is refused', async () => {
  const tokens = await product.tokensOf('agent');
  const page = await product.open({ tokens, isKept: 'context' });
  // The page gets no message that the money has gone.
  await page.routeWebSocket('**/ws', () => undefined);
  await page.goto('/transfer?coin=USDT');
  await page.getByText(/USDT available$/).waitFor();
  const agent = { token: tokens.accessToken };
  const amount = ensure((await holdings(product.server, agent))[SPOT], 'USDT of the agent');
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  dataOf(await transfer(product.server, agent, { from: SPOT, to: FIAT, amount: '1' }));
  await refused(page, /^Insufficient balance\./, () => page.getByTestId('submit-transfer').click());
});

test('an order at a price too far from the market is refused', async () => {
  const market = await marketOf(product, 1);
  const page = await openTrade(product, 'trader', 1);
  await fillOrder(page, { side: 'sell', price: priceNear(market, 1.5), size: '0.01' });
  await refused(page, /^This price is too far from the market/, () =>
    page.getByTestId('submit-order').click(),
  );
});

test('an unknown refusal of a newer server is shown in the words of the server', async () => {
  const page = await openTrade(product, 'trader', 1);
  await page.route('**/place_order', (route) =>
    route.fulfill({
      json: { code: 4999, msg: 'Closed for the regatta.', data: null, error: 'regatta_under_way' },
    }),
  );
  const price = priceNear(await marketOf(product, 1), 0.95);
  await fillOrder(page, { side: 'buy', price, size: '0.01' });
  await refused(page, /^Closed for the regatta\.$/, () => page.getByTestId('submit-order').click());
});

/** Goes to an address of the app as a link does, without loading it again. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

test('a page that does not exist is refused', async () => {
  const page = await product.openAs('trader');
  await page.goto('/assets');
  await page.getByRole('main').waitFor();
  const said = await noteSentences(page, /^Order not found\./, { inside: FOR_EYES });
  await follow(page, '/trade-detail?id=999999999');
  await expect.poll(said).toHaveLength(1);
});

test('a refused background read is not toasted', async () => {
  const ad = await postAd(await newMerchant(product.server));
  const { email } = await newFiatUser(product.server);
  const page = await product.open({ tokens: dataOf(await signIn(product.server, email)) });
  await page.goto('/assets');
  await page.getByRole('main').waitFor();
  const said = await noteSentences(page, / not found\. Refresh and try again\.$/, {
    inside: FOR_EYES,
  });
  const lookedUp = page.waitForResponse('**/account/detail*');
  await follow(page, `/fiat?ad=${ad.id}`);
  expect(await (await lookedUp).json()).toMatchObject({ error: 'account_not_found' });
  // The text after it proves that it was not shown.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await follow(page, '/trade-detail?id=999999999');
  await expect.poll(said).toEqual(['Order not found. Refresh and try again.']);
});
