/** The pages of a merchant: shop, ads, and push notifications. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { asksBeforeFarPrices, field, totalOf } from '../../support/fiat/ad-form.ts';
import { cutTexts, doubleTextSize, hasLargeText } from '../../support/pages/cut-texts.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { declare, placedOrder, takeAd } from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  saveMethod,
  type FiatUser,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, PASSWORD, signIn } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { PHONE_SMALL, type AppOptions } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import {
  appWorkerOf,
  clickOnNotice,
  isSubscribed,
  shownNotices,
  subscribeAt,
  usePushWorker,
  WorkerDoor,
} from '../../support/people/push-page.ts';
import { startPushService, type PushService } from '../../support/people/push-service.ts';
import { visit } from '../../support/pages/visit.ts';

const product = useProduct(
  { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', WEB_PUSH: 'loopback' },
  { keepsPages: true },
);
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());

const pageOf = async ({ email }: FiatUser, options: AppOptions = {}): Promise<Page> =>
  product.open({ ...options, tokens: dataOf(await signIn(product.server, email)) });
const openWithWorker = usePushWorker();
/** Has a worker, without which no browser can subscribe. */
const pageWithWorker = async ({ email }: FiatUser): Promise<Page> =>
  openWithWorker(product.server.origin, dataOf(await signIn(product.server, email)));
const adOf = (page: Page, id: string) => page.getByRole('article', { name: `Ad ${id}` });
/** Returns the merchant's only ad as stored by the server. */
const onlyAd = async (person: FiatUser) =>
  ensure((await person.ask('listOwnFiatAds', {})).ads[0], 'an ad');

test('a shop is opened, an ad posted, managed and ended, and the shop closed', async () => {
  const person = await newFiatUser(product.server, { usdt: '1500' });
  await saveMethod(person, 'bank_card');
  const page = await pageOf(person);
  await page.goto('/user-center');
  await page.getByRole('link', { name: 'My shop' }).click();
  await page.getByRole('list', { name: 'Requirements' }).waitFor();

  await page.getByLabel('Shop name').fill('x');
  await page.getByRole('button', { name: 'Open shop' }).click();
  await page.getByText('Enter a shop name of 2 to 24 characters.').waitFor();
  await page.getByLabel('Shop name').fill(`Quay ${person.id}`);
  await page.getByLabel('Transaction password', { exact: true }).fill('Wrong55m');
  await page.getByRole('button', { name: 'Open shop' }).click();
  await shownBeside(page, 'Incorrect transaction password').waitFor();
  await page.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Open shop' }).click();
  await page.getByTestId('shop-name').getByText(`Quay ${person.id}`).waitFor();
  expect(await person.fiatBalance()).toEqual({ available: '1000', frozen: '500' });

  await page.getByRole('link', { name: 'Post ad' }).first().click();
  await page.getByTestId('price-now').getByText('No data yet').waitFor();
  await asksBeforeFarPrices(page, person);
  await field(page, 'price').fill('7.1');
  await page.getByTestId('price-now').getByText('7.1000 CNY').waitFor();
  await totalOf(page).fill('1000.5');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('99');
  await page.getByTestId('save-ad').click();
  await page.getByText('can’t be below the minimum', { exact: false }).waitFor();
  await page.getByText('Insufficient balance', { exact: false }).waitFor();
  await totalOf(page).fill('600');
  await field(page, 'maxAmount').fill('3000');
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  const { id } = await onlyAd(person);
  const ad = adOf(page, id);
  await ad.getByText(/^Listed on the market/).waitFor();
  expect(await person.fiatBalance()).toEqual({ available: '400', frozen: '1100' });
  await ad.getByRole('button', { name: 'Pause' }).click();
  await ad.getByText('Paused. Only you can see it.').waitFor();
  expect((await onlyAd(person)).state).toBe('suspended');
  await page.getByRole('tab', { name: 'Active', exact: true }).click();
  await page.getByText('No ads with this status').waitFor();
  await page.getByRole('tab', { name: 'Paused' }).click();
  await ad.getByRole('button', { name: 'Resume', exact: true }).click();
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  await page.getByTestId('resume-ad').click();
  await page.getByText('No ads with this status').waitFor();
  await page.getByRole('tab', { name: 'All' }).click();
  await ad.getByRole('button', { name: 'Cancel ad' }).click();
  await page.getByText('What hasn’t sold (600.00 USDT)', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel ad' }).click();
  await ad.getByText('Canceled. Only you can see it.', { exact: false }).waitFor();
  await expect.poll(() => ad.getByRole('button').count()).toBe(0);
  expect(await person.fiatBalance()).toEqual({ available: '1000', frozen: '500' });

  await page.getByRole('button', { name: 'Close shop' }).click();
  await page.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Close shop' }).click();
  await page.getByRole('heading', { name: 'Reopen your shop' }).waitFor();
  expect(await person.fiatBalance()).toEqual({ available: '1500', frozen: '0' });
});

test('an order shows on the ad at once, and an open edit shows that the ad has changed', async () => {
  const merchant = await newMerchant(product.server, '2000');
  const { id } = await postAd(merchant);
  const page = await pageOf(merchant);
  await page.goto('/my-shop');
  const parts = adOf(page, id);
  await parts.getByTestId('part-remaining').getByText('1,000.00', { exact: true }).waitFor();

  const first = await newFiatUser(product.server);
  dataOf(await takeAd(first, { id }));
  await parts.getByTestId('part-inOrders').getByText('100.00', { exact: true }).waitFor();
  await parts.getByTestId('part-remaining').getByText('900.00', { exact: true }).waitFor();

  await parts.getByRole('link', { name: 'Edit' }).click();
  await totalOf(page).fill('150');
  expect(await page.getByTestId('ad-moved').count()).toBe(0);
  const second = await newFiatUser(product.server);
  dataOf(await takeAd(second, { id }));
  await page.getByTestId('ad-moved').waitFor();
  await page.getByTestId('save-ad').click();
  await expect.poll(() => totalOf(page).getAttribute('aria-invalid')).toBe('true');
  await totalOf(page).fill('250');
  await field(page, 'acceptedDeviation').check();
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  await parts.getByTestId('part-remaining').getByText('50.00', { exact: true }).waitFor();
  expect(await onlyAd(merchant)).toMatchObject({ total: '250', in_orders: '200' });
});

test('an ad whose collection method is gone shows why it is hidden, and what to do', async () => {
  const merchant = await newMerchant(product.server, '2000');
  const { id } = await postAd(merchant);
  const remove = { id: merchant.method.id, pay_password: PAY_PASSWORD };
  await merchant.ask('removeCollectionMethod', remove);
  const page = await pageOf(merchant);
  await page.goto('/my-shop');
  const ad = adOf(page, id);
  await ad
    .getByText('Not listed: its receiving method was removed.', {
      exact: false,
    })
    .waitFor();

  const { id: card } = await saveMethod(merchant, 'bank_card');
  await ad.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'method-bank_card').selectOption(card);
  await field(page, 'acceptedDeviation').check();
  await page.getByTestId('save-ad').click();
  await page.waitForURL('**/my-shop');
  await ad.getByText(/^Listed on the market/).waitFor();
});

test('an edit that comes too late is refused, shows the new ad, and can be sent again', async () => {
  const merchant = await newMerchant(product.server, '2000');
  const { id } = await postAd(merchant);
  const page = await pageOf(merchant, { isKept: 'context' });
  // The socket drops all events of the user, so the page learns of the change by the refusal: one event alone
  // would show the gap. Without a connection no form can be sent.
  await page.routeWebSocket('**/ws', (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!String(frame).includes('"kind":"event"')) socket.send(frame);
    });
  });
  await page.goto(`/fiat-ad?id=${id}`);
  await field(page, 'maxAmount').fill('2000');
  await field(page, 'acceptedDeviation').check();
  dataOf(await takeAd(await newFiatUser(product.server), { id }));

  await page.getByTestId('save-ad').click();
  await shownBeside(page, 'This ad was updated.').waitFor();
  await page.getByTestId('ad-moved').waitFor();
  expect(await field(page, 'maxAmount').inputValue()).toBe('2000');
  await page.getByTestId('save-ad').click();

  await page.waitForURL('**/my-shop');
  expect((await onlyAd(merchant)).max_amount).toBe('2000');
});

test('a button pressed too late reports it, shows the new ad, and then works', async () => {
  const merchant = await newMerchant(product.server, '2000');
  const { id } = await postAd(merchant);
  const page = await pageOf(merchant, { isKept: 'context' });
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.goto('/my-shop');
  const ad = adOf(page, id);
  await ad.getByTestId('part-inOrders').getByText('0.00', { exact: true }).waitFor();
  dataOf(await takeAd(await newFiatUser(product.server), { id }));

  await ad.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('This ad was updated.', { exact: false }).waitFor();
  await ad.getByTestId('part-inOrders').getByText('100.00', { exact: true }).waitFor();
  expect((await onlyAd(merchant)).state).toBe('opening');
  await ad.getByRole('button', { name: 'Pause' }).click();

  await ad.getByText('Paused. Only you can see it.').waitFor();
});

test('the preview of a floating price follows the reference, as for buyers', async () => {
  const merchant = await newMerchant(product.server, '1000');
  const page = await pageOf(merchant);
  await page.goto('/fiat-ad');
  await page.getByText('Floating', { exact: true }).click();
  await field(page, 'percent').fill('102');
  await totalOf(page).fill('500');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('700');
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  const preview = page.getByTestId('price-now');
  await expect.poll(() => preview.textContent()).toMatch(/^\d+\.\d{4} CNY$/);
  // Sent at one moment, because the price may change before a second message reaches the page.
  const shown = await preview.evaluate(({ textContent }) => {
    document.querySelector<HTMLElement>('[data-testid=save-ad]')?.click();
    return textContent.split(' ')[0];
  });

  await page.waitForURL('**/my-shop');
  expect(Number((await onlyAd(merchant)).price)).toBe(Number(shown));
});

test('a browser with notifications gets one when the merchant must act', async () => {
  const merchant = await newMerchant(product.server, '2000');
  const { id: adId } = await postAd(merchant);
  const browser = service.newBrowser();
  const page = await pageWithWorker(merchant);
  expect(await appWorkerOf(page)).toContain('importScripts("/push-worker.js")');
  await subscribeAt(page, browser);
  const door = await WorkerDoor.open(page, product.server.origin);
  await page.goto('/my-shop');
  const optIn = page.getByTestId('push-opt-in').getByRole('switch');
  await optIn.click();
  await page.locator('[data-testid=push-opt-in][aria-busy=false]').waitFor();
  await expect.poll(() => optIn.isChecked()).toBe(true);

  const placed = dataOf(await takeAd(await newFiatUser(product.server), { id: adId }));
  const { message } = await browser.waitFor(/new P2P order/);
  await door.deliver(JSON.stringify(message));
  await door.deliver('no notice of ours');
  await expect
    .poll(() => shownNotices(page))
    .toEqual([
      {
        title: 'Meridian P2P order',
        body: 'You have a new P2P order.',
        tag: `fiat-order-${placed.id}`,
        url: `/fiat-order?id=${placed.id}`,
      },
    ]);
  await clickOnNotice(page);
  await page.waitForURL(`**/fiat-order?id=${placed.id}`);
  expect(page.context().pages()).toEqual([page]);

  await page.goto('/my-shop');
  await optIn.click();
  await page.locator('[data-testid=push-opt-in][aria-busy=false]').waitFor();
  await expect.poll(() => optIn.isChecked()).toBe(false);
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

test('an order offers notifications once it waits for the other side', async () => {
  const { buyer, order } = await placedOrder(product.server);
  const page = await pageWithWorker(buyer);
  await subscribeAt(page, service.newBrowser());
  await page.goto(`/fiat-order?id=${order.id}`);
  await page.locator('[data-testid=order-head][data-turn=mine]').waitFor();
  const offer = page.getByTestId('push-opt-in');
  expect(await offer.count()).toBe(0);

  dataOf(await declare(buyer, order));
  await offer.getByRole('switch').click();
  await page.locator('[data-testid=push-opt-in][aria-busy=false]').waitFor();
  await expect.poll(() => offer.getByRole('switch').isChecked()).toBe(true);

  // The browser has nothing more to confirm.
  const asked = page.waitForResponse(/push\/subscribe/);
  await page.reload();
  await asked;
  await page.locator('[data-testid=order-head][data-turn=theirs]').waitFor();
  await expect.poll(() => offer.count()).toBe(0);
});

test('a second user of the same browser gets no notifications until they turn them on', async () => {
  const [before, after] = [await newFiatUser(product.server), await newFiatUser(product.server)];
  const page = await pageWithWorker(before);
  await subscribeAt(page, service.newBrowser());
  await page.goto('/user-center');
  const optIn = page.getByTestId('push-opt-in').getByRole('switch');
  const settled = page.locator('[data-testid=push-opt-in][aria-busy=false]');
  await optIn.click();
  await settled.waitFor();
  await page.reload();
  await settled.waitFor();
  await expect.poll(() => optIn.isChecked()).toBe(true);

  // The page lost the session in storage while it was closed; on the server the session is still open.
  await page.goto('/limits.json');
  await page.evaluate(() => localStorage.removeItem('meridian.session'));
  await page.goto('/login');
  await page.locator('[name=account]').fill(after.email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await expect.poll(() => isSubscribed(page)).toBe(false);
  await page.goto('/user-center');
  await settled.waitFor();

  await expect.poll(() => optIn.isChecked()).toBe(false);
  expect((await after.ask('getPushKey', {})).endpoint).toBeNull();
  await optIn.click();
  await settled.waitFor();
  await expect.poll(() => optIn.isChecked()).toBe(true);
});

test('a user who signs out gets no more notifications in that browser', async () => {
  const person = await newFiatUser(product.server);
  const page = await pageWithWorker(person);
  await subscribeAt(page, service.newBrowser());
  await page.goto('/user-center');
  await page.getByTestId('push-opt-in').getByRole('switch').click();
  await page.locator('[data-testid=push-opt-in][aria-busy=false]').waitFor();
  await expect.poll(() => isSubscribed(page)).toBe(true);

  await page.goto('/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).last().click();

  await page.waitForURL('**/login');
  await expect.poll(() => isSubscribed(page)).toBe(false);
});

test('with text twice as large nothing of shop, ad and order overflows its panel', async () => {
  const { buyer, seller, order } = await placedOrder(product.server);
  const shop = await seller.ask('getOwnShop', {});
  const look = { viewport: PHONE_SMALL, locale: 'de-DE', isKept: false } as const;
  const [theirs, own] = [await pageOf(buyer, look), await pageOf(seller, look)];
  for (const page of [theirs, own]) await doubleTextSize(page);
  for (const [page, path, mark] of [
    [theirs, `/shop?id=${ensure(shop, 'a shop').id}`, 'dl'],
    [theirs, `/fiat-order?id=${order.id}`, '[data-testid=order-head]'],
    [own, '/my-shop', '[data-testid=shop-name]'],
    [own, '/fiat-ad', '[data-testid=price-now]'],
    [own, `/fiat-order?id=${order.id}`, '[data-testid=order-head]'],
  ] as const) {
    await visit(page, path);
    await page.locator(mark).first().waitFor();
    await expect.poll(() => hasLargeText(page)).toBe(true);
    await expect.poll(() => cutTexts(page), { message: path }).toEqual([]);
  }
});
