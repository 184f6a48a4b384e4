/** The secrets of a merchant on the page: when they are asked for, and what a refusal shows. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { field, totalOf } from '../../support/fiat/ad-form.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { newFiatUser, newMerchant, type Merchant } from '../../support/fiat/fiat-users.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

const pageOf = async ({ email }: Pick<Merchant, 'email'>): Promise<Page> =>
  product.open({ tokens: dataOf(await signIn(product.server, email)) });
const adsOf = async (merchant: Merchant) => (await merchant.ask('listOwnFiatAds', {})).ads;
const password = (page: Page) => field(page, 'payPassword');

/** Holds the answer that says which secrets are needed. @returns a function that lets it go. */
async function holdSecurity(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await routeCalls(page, 'user/security', async (call) => {
    await held.promise;
    await call.continue();
  });
  return held.resolve;
}

const heightOf = async (page: Page): Promise<number> =>
  Math.round((await page.locator('form').last().boundingBox())?.height ?? 0);

test('a sell ad is posted with the password, for which its place is kept while it loads', async () => {
  const merchant = await newMerchant(product.server);
  const page = await pageOf(merchant);
  await page.goto('/my-shop');
  const release = await holdSecurity(page);
  await page.getByRole('link', { name: 'Post ad' }).first().click();
  const waiting = page.getByTestId('secrets-loading');
  await waiting.waitFor();
  await field(page, 'price').fill('7.15');
  await page.getByTestId('price-now').getByText('7.1500 CNY').waitFor();
  const height = await heightOf(page);
  release();
  await password(page).waitFor();
  expect(await heightOf(page)).toBe(height);

  await page.getByText('Buy', { exact: true }).click();
  await password(page).waitFor({ state: 'detached' });
  await page.getByText('Sell', { exact: true }).click();
  await totalOf(page).fill('600');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('3000');
  await page.getByTestId('save-ad').click();
  await page.getByText('Enter your transaction password.').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('payPassword');
  await password(page).fill('Wrong55m');
  await page.getByTestId('save-ad').click();
  await shownBeside(page, 'Incorrect transaction password').waitFor();
  expect(await password(page).inputValue()).toBe('');
  expect(await adsOf(merchant)).toEqual([]);
  await password(page).fill(PAY_PASSWORD);
  await page.getByTestId('save-ad').click();
  await page.waitForURL('**/my-shop');
  expect(await adsOf(merchant)).toMatchObject([{ total: '600', state: 'opening' }]);
});

test('an edit asks only while it offers more coins, or a lower price', async () => {
  const merchant = await newMerchant(product.server);
  const { id } = await postAd(merchant, 'sell', { price: '7.15' });
  const page = await pageOf(merchant);
  await page.goto(`/fiat-ad?id=${id}`);
  await totalOf(page).fill('900');
  await field(page, 'price').fill('7.16');
  expect(await password(page).count()).toBe(0);
  await totalOf(page).fill('1100');
  await password(page).waitFor();
  await totalOf(page).fill('900');
  await password(page).waitFor({ state: 'detached' });
  await field(page, 'price').fill('7.14');
  await password(page).fill(PAY_PASSWORD);
  await page.getByTestId('save-ad').click();
  await page.waitForURL('**/my-shop');
  expect(await adsOf(merchant)).toMatchObject([{ total: '900', price: '7.14' }]);
});

test('a sell ad resumes with the secrets of its merchant, and the form forgets them', async () => {
  const { server } = product;
  const merchant = await newMerchant(server);
  const { id } = await postAd(merchant, 'sell', { price: '7.15', auto_open: '0' });
  const tokens = dataOf(await signIn(server, merchant.email));
  const time = new ServerTime(server);
  // A binding ends all other sessions, and a later sign-in would use up a code.
  const secret = await bindAuthenticator(server, time, tokens.accessToken);
  const page = await product.open({ tokens });
  await page.goto('/my-shop');
  const ad = page.getByRole('article', { name: `Ad ${id}` });
  await ad.getByRole('button', { name: 'Resume', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Resume this ad?' });
  const send = sheet.getByTestId('resume-ad');
  await password(page).fill(PAY_PASSWORD);
  await send.click();
  await sheet.getByText('Enter the code from your authenticator app.').waitFor();
  const own = await server.call('listOwnFiatAds', {}, { token: tokens.accessToken });
  expect(dataOf(own).ads[0]?.state).toBe('suspended');
  const code = sheet.locator('input[inputmode=numeric]').first();
  await code.focus();
  await page.keyboard.type(googleCode(secret, time.now(), 40));
  await send.click();
  await shownBeside(page, 'This authenticator code is incorrect').waitFor();
  expect(await password(page).inputValue()).toBe('');
  await password(page).fill(PAY_PASSWORD);
  await code.focus();
  // The present code was used up by the binding.
  await page.keyboard.type(googleCode(secret, time.now(), 1));
  await send.click();
  await page.getByText('Ad resumed').first().waitFor();
  await sheet.waitFor({ state: 'detached' });
  await ad.getByText(/^Listed on the market/).waitFor();

  await ad.getByRole('button', { name: 'Pause' }).click();
  await ad.getByRole('button', { name: 'Resume', exact: true }).click();
  await password(page).waitFor();
  expect(await password(page).inputValue()).toBe('');
});

test('the place of a seller’s password is kept in the order form, too', async () => {
  const merchant = await newMerchant(product.server);
  await postAd(merchant, 'buy');
  const page = await pageOf(await newFiatUser(product.server, { usdt: '100' }));
  await page.goto(`/shop?id=${merchant.shopId}&coin=USDT&fiat=CNY&side=sell`);
  const release = await holdSecurity(page);
  await page.getByRole('button', { name: `Sell USDT to ${merchant.shopName}` }).click();
  await page.getByTestId('secrets-loading').waitFor();
  await page.getByText('100.00 USDT').waitFor();
  await page.getByRole('link', { name: 'Add receiving method' }).waitFor();
  const height = await heightOf(page);
  release();
  await password(page).waitFor();
  expect(await heightOf(page)).toBe(height);
});
