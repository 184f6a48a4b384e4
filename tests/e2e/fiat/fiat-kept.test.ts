/** State that the fiat market keeps for a user: typed orders, waiting orders and the price limit of an ad. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { field, totalOf } from '../../support/fiat/ad-form.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { cancel, done, takeAd } from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  saveMethod,
  type FiatUser,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });

beforeAll(() => leaveDayEnd(product.server));

const pageOf = async (person: FiatUser): Promise<Page> =>
  product.open({ tokens: dataOf(await signIn(product.server, person.email)) });

test('input of an order is restored when the same ad is opened again, and only there', async () => {
  const merchant = await newMerchant(product.server);
  const other = await newMerchant(product.server);
  await postAd(merchant);
  await postAd(other);
  const page = await pageOf(await newFiatUser(product.server));
  await page.goto('/fiat?coin=USDT&fiat=CNY');
  const open = (shop: string) =>
    page.getByRole('button', { name: `Buy USDT from ${shop}` }).click();
  const sheet = page.getByRole('dialog');
  const amount = sheet.getByLabel('You pay (CNY)');
  const closed = () => sheet.waitFor({ state: 'detached' });

  await open(merchant.shopName);
  await amount.fill('123.45');
  await page.keyboard.press('Escape');
  await closed();
  await open(merchant.shopName);
  expect(await amount.inputValue()).toBe('123.45');
  await sheet.getByRole('tab', { name: 'By quantity' }).click();
  const quantity = sheet.getByLabel('You buy (USDT)');
  await quantity.fill('20');
  // A click next to the sheet.
  await page.mouse.click(5, 5);
  await closed();
  await open(other.shopName);
  expect(await amount.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await closed();
  await open(merchant.shopName);
  expect(await quantity.inputValue()).toBe('20');
});

/** Holds back responses to placed orders; the server places them immediately. */
async function holdAnswers(page: Page) {
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/fiat_order/create', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  return {
    sent: () => sent,
    release() {
      released.resolve();
      return answered.promise;
    },
  };
}

test('a pending order is still shown when its sheet is opened again; it blocks no other ad and is placed once', async () => {
  const merchant = await newMerchant(product.server);
  const other = await newMerchant(product.server);
  await postAd(merchant);
  await postAd(other);
  const buyer = await newFiatUser(product.server);
  const page = await pageOf(buyer);
  await page.goto('/fiat?coin=USDT&fiat=CNY');
  const sheet = page.getByRole('dialog');
  const place = sheet.getByTestId('place-fiat-order');
  const open = async ({ shopName }: Merchant) => {
    await page.getByRole('button', { name: `Buy USDT from ${shopName}` }).click();
    await place.waitFor();
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
    // A forced click does not wait until the sheet has slid in.
    await page.waitForFunction(() => document.getAnimations().length === 0);
  };
  const back = async () => {
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
  };
  const answers = await holdAnswers(page);

  await open(merchant);
  await sheet.getByLabel('You pay (CNY)').fill('140');
  await place.click();
  await expect.poll(() => place.getAttribute('aria-busy')).toBe('true');
  await back();
  await open(merchant);
  expect(await place.getAttribute('aria-busy')).toBe('true');
  expect(await place.getAttribute('aria-disabled')).toBe('true');
  await place.click({ force: true });
  await back();
  await open(other);
  expect(await place.getAttribute('aria-disabled')).toBe(null);
  await back();
  await open(merchant);
  await answers.release();

  await page.waitForURL('**/fiat-order?id=*');
  expect(answers.sent()).toBe(1);
  const { orders } = await buyer.ask('listFiatOrders', {});
  expect(orders.map(({ amount }) => amount)).toEqual(['140']);
});

test('an order whose answer came while its sheet was closed is shown when it is opened, and the next can be placed', async () => {
  const merchant = await newMerchant(product.server);
  await postAd(merchant);
  const buyer = await newFiatUser(product.server);
  const page = await pageOf(buyer);
  await page.goto('/fiat?coin=USDT&fiat=CNY');
  const sheet = page.getByRole('dialog');
  const place = sheet.getByTestId('place-fiat-order');
  const open = () =>
    page.getByRole('button', { name: `Buy USDT from ${merchant.shopName}` }).click();
  const close = async () => {
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  };
  const answers = await holdAnswers(page);

  await open();
  await sheet.getByLabel('You pay (CNY)').fill('210');
  await place.click();
  await expect.poll(() => place.getAttribute('aria-busy')).toBe('true');
  await close();
  await page.evaluate(() => performance.clearResourceTimings());
  await answers.release();
  // The app takes the answer in the turn in which the browser lists the call.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.endsWith('/fiat_order/create')),
  );
  await open();
  const link = sheet.getByRole('link', { name: 'View order' });
  await sheet.getByText('Your order was placed.').waitFor();
  expect(await place.count()).toBe(0);
  await close();
  await open();
  await place.waitFor();
  expect(await place.getAttribute('aria-disabled')).toBe(null);
  expect(await link.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/fiat');
  expect(answers.sent()).toBe(1);
  const { orders } = await buyer.ask('listFiatOrders', {});
  expect(orders.map(({ amount }) => amount)).toEqual(['210']);
});

test('all open orders are counted, even beyond one page', async () => {
  const merchant = await newMerchant(product.server);
  const seller = await newFiatUser(product.server, { usdt: '2000' });
  const method = await saveMethod(seller, 'bank_card');
  const ad = await postAd(merchant, 'buy', { total: '2000' });
  const count = LIMITS.order_page_size_max + 1;
  const orders = [];
  for (let taken = 0; taken < count; taken += 1)
    orders.push(
      dataOf(await takeAd(seller, ad, { quantity: '10', collection_method_id: method.id })),
    );
  const page = await pageOf(merchant);
  await page.goto('/home');
  const strip = page.getByTestId('waiting-strip');
  await strip.getByText(`${count} orders need action`).waitFor();
  const [first] = orders;
  if (first !== undefined) await done(cancel, merchant, first);
  await strip.getByText(`${count - 1} orders need action`).waitFor();
});

test('a price beyond the limit is shown in the form and on the ad, which is listed once the limit is moved', async () => {
  const merchant = await newMerchant(product.server, '1000');
  const onlyAd = async () =>
    ensure((await merchant.ask('listOwnFiatAds', {})).ads[0], 'the ad of the merchant');
  const page = await pageOf(merchant);
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
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  const { id, ...posted } = await onlyAd();
  expect(posted).toMatchObject({ limit_price: '9', is_listed: false });
  const card = page.getByRole('article', { name: `Ad ${id}` });
  await card.getByText('Not listed: the floating price is beyond the limit you set.').waitFor();
  await card.getByText('Minimum price').waitFor();
  await card.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'limitPrice').fill('5');
  await warning.waitFor({ state: 'detached' });
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  await card.getByText(/^Listed on the market/).waitFor();
  expect(await onlyAd()).toMatchObject({ limit_price: '5', is_listed: true });
});
