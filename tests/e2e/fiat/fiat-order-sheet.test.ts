/** The sheet that takes an ad: terms that change while it is open, advice to the buyer, and users who may not trade yet. */
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { editAd, postAd, sellAd } from '../../support/fiat/fiat-ads.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { useProduct } from '../../support/pages/product.ts';
import { frameOf, photo } from '../../support/pages/user-pages.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

test('a buyer gets the time to pay that they saw, and advice only while it helps', async () => {
  const { server } = product;
  const merchant = await newMerchant(server);
  const terms = { price: '6.5', accepted_deviation: '-9.6' };
  const ad = await postAd(merchant, 'sell', { ...terms, payment_window_min: '60' });
  const { email } = await newFiatUser(server);
  const page = await product.open({ tokens: dataOf(await signIn(server, email)) });
  await page.goto(`/shop?id=${merchant.shopId}&coin=USDT&fiat=CNY`);
  await page.getByRole('button', { name: `Buy USDT from ${merchant.shopName}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('You pay (CNY)').fill('650');
  await sheet.getByText('You’ll have 60 minutes to pay.').waitFor();
  // The open sheet would otherwise show the edited ad before the click.
  const read = Promise.withResolvers<void>();
  await page.route(`**${ENDPOINTS.getFiatAd.path}**`, async (route) => {
    await read.promise;
    await route.continue();
  });
  dataOf(await editAd(server, merchant, ad, sellAd(merchant, terms)));
  const place = sheet.getByTestId('place-fiat-order');
  await place.click();
  await sheet.getByText('This ad was updated. Review it again.').waitFor();
  read.resolve();
  await sheet.getByText('You’ll have 15 minutes to pay.').waitFor();
  await place.click();
  await page.waitForURL('**/fiat-order?id=*');

  const advice = page.getByText('Pay the exact amount in one payment');
  await advice.waitFor();
  await page.getByTestId('action payment.declare').click();
  const declare = page.getByTestId('confirm-action');
  await declare.click();
  const missing = page.getByText('Upload your payment proof.');
  await missing.waitFor();
  await page.getByLabel('Picture 1', { exact: true }).setInputFiles(await photo());
  await frameOf(page, 'Picture 1').and(page.locator('[data-status=done]')).waitFor();
  expect(await missing.count()).toBe(0);
  await declare.click();
  await page.getByTestId('action order.cancel').waitFor({ state: 'detached' });
  await advice.waitFor({ state: 'detached' });
});

test('a user without certification sees the market and is led to the verification', async () => {
  const page = await product.openAs('newcomer');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'P2P trading' }).click();
  await page
    .getByRole('button', { name: /^Buy USDT from/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByTestId('place-fiat-order').count()).toBe(0);

  await sheet.getByRole('link', { name: 'View status' }).click();

  await page.waitForURL('**/user-center');
});
