/** Forms that move value while the connection is lost: they say so, send nothing, and go on when it is back. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { paidOrder, placedOrder, postAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatPerson, newMerchant } from '../../support/fiat/fiat-people.ts';
import type { FiatPerson, Merchant } from '../../support/fiat/fiat-people.ts';
import { dataOf, signIn } from '../../support/identity-people.ts';
import { demoAccount, useProduct } from '../../support/product.ts';
import { newOutsideAddress } from '../../support/wallet/wallet-people.ts';
import { bindOnPage } from '../../support/wallet/wallet-page.ts';

const product = useProduct({ MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' });
let merchant: Merchant;
beforeAll(async () => {
  await leaveDayEnd(product.server);
  merchant = await newMerchant(product.server);
});

const WHY_NOT = 'No connection. You can continue when it is back.';

async function pageOf({ email }: FiatPerson, path: string): Promise<Page> {
  const page = await product.open({ tokens: dataOf(await signIn(product.server, email)) });
  await page.goto(path);
  return page;
}

/** An action of an order, asked once more. */
async function actionOf(person: FiatPerson, { id }: { readonly id: string }, action: string) {
  const page = await pageOf(person, `/fiat-order?id=${id}`);
  await page.getByTestId(`action ${action}`).click();
  return page.getByTestId('confirm-action');
}

/** Each opens a form and gives the button that would send it. */
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
  async faucet() {
    const page = await product.openAs('trader');
    await page.goto('/recharge?coin=ETH');
    return page.getByTestId('claim-faucet');
  },
  async 'fiat order'() {
    await postAd(merchant);
    const page = await pageOf(await newFiatPerson(product.server), '/fiat?coin=USDT&fiat=CNY');
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
    await page.getByRole('link', { name: 'Post an ad' }).first().click();
    return page.getByTestId('save-ad');
  },
  async shop() {
    const page = await pageOf(await newFiatPerson(product.server, { usdt: '1500' }), '/my-shop');
    return page.getByTestId('open-shop');
  },
};

test.each(Object.keys(FORMS))('%s: the button says that there is no connection', async (name) => {
  const button = await (FORMS[name] as () => Promise<Locator>)();
  await button.waitFor();
  const page = button.page();
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });

  await page.context().setOffline(true);
  await page.getByText(WHY_NOT).waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const noteId = await button.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${noteId}"]`).innerText()).toBe(WHY_NOT);
  await button.click({ force: true });
  await button.press('Enter');

  await page.context().setOffline(false);
  await page.getByText(WHY_NOT).waitFor({ state: 'detached' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  expect(sent).toBe(0);
});
