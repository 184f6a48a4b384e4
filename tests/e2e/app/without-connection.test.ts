/**
 * Forms that are sent once. While the device is offline they say so and send nothing; they continue when it
 * is online again. They work when only the live connection is blocked.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppOptions } from '../../support/app-page.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { orderOf, paidOrder, placedOrder } from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  type FiatUser,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { findOpenOffering } from '../../support/ieo/ieo-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { fillVerification, frameOf, newPageUser, photo } from '../../support/user-pages.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { newOutsideAddress, newWithdrawer } from '../../support/wallet/wallet-users.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { newPassport } from '../../support/desk/documents.ts';
import { loseAnswersOf } from '../../support/lost-answer.ts';
import { demoAccount, useProduct } from '../../support/product.ts';
import { bindOnPage, withdrawOnPage } from '../../support/wallet/wallet-page.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' }, { keepsPages: true });
let merchant: Merchant;
beforeAll(async () => {
  await leaveDayEnd(product.server);
  merchant = await newMerchant(product.server);
});

const WHY_NOT = 'No connection. You can continue once it’s back.';

const openFor = async ({ email }: FiatUser, options: AppOptions = {}): Promise<Page> =>
  product.open({ ...options, tokens: dataOf(await signIn(product.server, email)) });

async function pageOf(person: FiatUser, path: string): Promise<Page> {
  const page = await openFor(person);
  await page.goto(path);
  return page;
}

/** The button of an action of an order that asks for a confirmation. */
async function actionOf(person: FiatUser, { id }: { readonly id: string }, action: string) {
  const page = await pageOf(person, `/fiat-order?id=${id}`);
  await page.getByTestId(`action ${action}`).click();
  return page.getByTestId('confirm-action');
}

/** The page of a merchant with one ad. */
async function pageWithAd(): Promise<Page> {
  const person = await newMerchant(product.server);
  await postAd(person);
  return pageOf(person, '/my-shop');
}

/** Each opens a form and returns the button that would send it. */
const FORMS: Readonly<Record<string, () => Promise<Locator>>> = {
  async transfer() {
    const page = await product.openAs('trader');
    await page.goto('/transfer?coin=BNB');
    await page.getByText(/BNB available$/).waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('1.5');
    return page.getByTestId('submit-transfer');
  },
  async withdrawal() {
    const page = await product.openAs('trader');
    await page.goto('/withdrawal?coin=USDT');
    await bindOnPage(page, newOutsideAddress(), 'Ledger', demoAccount('trader'));
    await page.getByRole('textbox', { name: 'Amount' }).fill('50');
    await page.getByTestId('continue-withdrawal').click();
    return page.getByTestId('send-withdrawal');
  },
  async 'cancellation of a withdrawal'() {
    const page = await product.openAs('merchant');
    await page.goto('/withdrawal?coin=USDT');
    await bindOnPage(page, newOutsideAddress(), 'Vault', demoAccount('merchant'));
    await withdrawOnPage(page, 'Vault', '5000');
    await page.getByRole('link', { name: 'View record' }).click();
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    return page.getByTestId('cancel-withdrawal');
  },
  async 'binding of an address'() {
    const page = await product.openAs('trader');
    await page.goto('/withdrawal?coin=USDT');
    await page.getByTestId('address-field').click();
    await page.getByRole('button', { name: 'Add withdrawal address' }).click();
    return page.getByTestId('bind-address');
  },
  async 'removal of an address'() {
    const person = await newWithdrawer(product.server, {});
    const page = await product.open({ tokens: dataOf(await signIn(product.server, person.email)) });
    await page.goto('/withdrawal?coin=USDT');
    await page.getByTestId('address-field').click();
    await page.getByRole('button', { name: 'Remove address “Mine”' }).click();
    return page.getByTestId('remove-address');
  },
  async faucet() {
    const page = await product.openAs('trader');
    await page.goto('/recharge?coin=ETH');
    return page.getByTestId('claim-faucet');
  },
  async 'fiat order'() {
    await postAd(merchant);
    const page = await pageOf(await newFiatUser(product.server), '/fiat?coin=USDT&fiat=CNY');
    await page.getByRole('button', { name: `Buy USDT from ${merchant.shopName}` }).click();
    return page.getByTestId('place-fiat-order');
  },
  async 'declaration of a payment'() {
    const { buyer, order } = await placedOrder(product.server);
    return actionOf(buyer, order, 'payment.declare');
  },
  async 'cancellation of a fiat order'() {
    const { buyer, order } = await placedOrder(product.server);
    return actionOf(buyer, order, 'order.cancel');
  },
  async 'release of coins'() {
    const { seller, order } = await paidOrder(product.server);
    return actionOf(seller, order, 'receipt.confirm');
  },
  async ad() {
    const page = await pageOf(merchant, '/my-shop');
    await page.getByRole('link', { name: 'Post ad' }).first().click();
    return page.getByTestId('save-ad');
  },
  async 'suspension of an ad'() {
    return (await pageWithAd()).getByRole('button', { name: 'Pause' });
  },
  async 'cancellation of an ad'() {
    const page = await pageWithAd();
    await page.getByRole('button', { name: 'Cancel ad' }).click();
    return page.getByTestId('cancel-ad');
  },
  async 'resumption of an ad'() {
    const page = await pageWithAd();
    await page.getByRole('button', { name: 'Pause' }).click();
    return page.getByRole('button', { name: 'Resume', exact: true });
  },
  async 'closing of a shop'() {
    const page = await pageOf(await newMerchant(product.server), '/my-shop');
    await page.getByRole('button', { name: 'Close shop' }).click();
    return page.getByTestId('confirm-by-password');
  },
  async verification() {
    const { page } = await newPageUser(product);
    await page.goto('/user-review');
    await fillVerification(page, newPassport());
    await page.getByRole('button', { name: 'Check details' }).click();
    return page.getByTestId('send-verification');
  },
  async feedback() {
    const { page } = await newPageUser(product);
    await page.goto('/feedback');
    return page.getByTestId('send-feedback');
  },
  async 'reply to feedback'() {
    const { page, tokens } = await newPageUser(product);
    const ticket = dataOf(
      await openTicket(product.server, tokens.accessToken, {
        type: 'deposit',
        title: 'A deposit',
        content: 'Where is my deposit?',
      }),
    );
    await page.goto(`/feedback-details?id=${ticket.id}`);
    return page.getByTestId('send-reply');
  },
  async savings() {
    const page = await product.openAs('trader');
    await page.goto('/storage-currency-list');
    await page.getByTestId('product').first().getByRole('link', { name: 'Start saving' }).click();
    return page.getByTestId('submit-staking');
  },
  async 'token subscription'() {
    const page = await product.openAs('trader');
    const { id } = await findOpenOffering(product.server);
    await page.goto(`/ieo-details?id=${id}`);
    return page.getByTestId('submit-ieo');
  },
  async shop() {
    const page = await pageOf(await newFiatUser(product.server, { usdt: '1500' }), '/my-shop');
    return page.getByTestId('open-shop');
  },
};

test.each(Object.keys(FORMS))('%s: the button shows that the device is offline', async (name) => {
  const button = await (FORMS[name] as () => Promise<Locator>)();
  await button.waitFor();
  const page = button.page();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });

  await page.context().setOffline(true);
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  const noteId = await button.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${noteId}"]`).innerText()).toBe(WHY_NOT);
  await button.click({ force: true });
  await button.press('Enter');

  await page.context().setOffline(false);
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  expect(await page.getByText(WHY_NOT).count()).toBe(0);
  expect(sent).toBe(0);
});

/** Blocks everything but calls, as some proxies do. @returns a function that waits until the page fails to connect. */
async function blockSocket(page: Page): Promise<() => Promise<void>> {
  let tries = 0;
  await page.routeWebSocket('**/ws', (socket) => {
    tries += 1;
    return socket.close();
  });
  return () => expect.poll(() => tries).toBeGreaterThan(2);
}

describe('with a blocked live connection and working calls', () => {
  test('a payment is declared', async () => {
    const { buyer, order } = await placedOrder(product.server);
    const page = await openFor(buyer, { isKept: false });
    const isBlocked = await blockSocket(page);
    await page.goto(`/fiat-order?id=${order.id}`);
    await page.getByTestId('action payment.declare').click();
    await page.getByLabel('Picture 1', { exact: true }).setInputFiles(await photo());
    await frameOf(page, 'Picture 1').and(page.locator('[data-status=done]')).waitFor();
    await isBlocked();

    await page.getByTestId('confirm-action').click();
    await page.getByTestId('order-state').getByText('Paid', { exact: true }).waitFor();
    expect((await orderOf(buyer, order.id)).state).toBe('paid');
  });

  test('a transfer is made, and its lost answer is found by polling', async () => {
    const { accessToken: token } = await product.tokensOf('trader');
    const spotBalance = async () =>
      Number((await balanceOf(product.server, { token }, 'SOL')).available);
    const before = await spotBalance();
    const page = await product.openAs('trader', { isKept: false });
    const isBlocked = await blockSocket(page);
    await page.goto('/transfer?coin=SOL');
    await page.getByText(/SOL available$/).waitFor();
    await isBlocked();
    const lost = await loseAnswersOf(page, '/transfer/create');

    await page.getByRole('textbox', { name: 'Amount' }).fill('2');
    await page.getByTestId('submit-transfer').click();
    await expect.poll(() => lost.counted.asked, { timeout: 15_000 }).toBeGreaterThan(2);
    const askAgain = page.getByRole('button', { name: 'Check again' });
    expect(await askAgain.getAttribute('aria-disabled')).toBeNull();
    await lost.mayAsk();

    await page.getByTestId('outcome').getByText('2 SOL').waitFor();
    expect(lost.counted.sent).toBe(1);
    expect(await spotBalance()).toBe(before - 2);
  });
});
