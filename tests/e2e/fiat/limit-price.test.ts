/** The limit of a floating price, as its merchant sets it. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { field, totalOf } from '../../support/ad-form.ts';
import { newMerchant } from '../../support/fiat/fiat-people.ts';
import { dataOf, signIn } from '../../support/identity-people.ts';
import { useProduct } from '../../support/product.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' });

test('a price beyond the limit is said in the form and on the ad, which is listed once the limit is moved', async () => {
  const merchant = await newMerchant(product.server, '1000');
  const onlyAd = async () =>
    ensure((await merchant.ask('listOwnFiatAds', {})).ads[0], 'the ad of the merchant');
  const tokens = dataOf(await signIn(product.server, merchant.email));
  const page = await product.open({ tokens });
  await page.goto('/fiat-ad');
  await page.getByText('Floating', { exact: true }).click();
  await field(page, 'percent').fill('100');
  await totalOf(page).fill('500');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('700');
  await expect.poll(() => page.getByTestId('price-now').textContent()).toMatch(/^\d+\.\d{4} CNY$/);
  const warning = page.getByTestId('limit-warning');
  await field(page, 'limitPrice').fill('5');
  expect(await warning.count()).toBe(0);
  await field(page, 'limitPrice').fill('9');
  await warning.getByText('beyond the limit you set', { exact: false }).waitFor();
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  const { id, ...posted } = await onlyAd();
  expect(posted).toMatchObject({ limit_price: '9', is_listed: false });
  const card = page.getByRole('article', { name: `Ad ${id}` });
  await card.getByText('Not listed: the floating price is beyond the limit you set.').waitFor();
  await card.getByText('Lowest price').waitFor();
  await card.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'limitPrice').fill('5');
  await warning.waitFor({ state: 'detached' });
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  await card.getByText(/^Listed on the market/).waitFor();
  expect(await onlyAd()).toMatchObject({ limit_price: '5', is_listed: true });
});
