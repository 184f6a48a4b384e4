/** Two users who trade coins for money, each on a page that is never reloaded. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { FiatOrderState } from '../../../contract/fiat/fiat-kinds.ts';
import type { AppOptions } from '../../support/pages/app-page.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  declare,
  disputedOrder,
  done,
  orderOf,
  paidOrder,
  placedOrder,
  takeAd,
  write,
} from '../../support/fiat/fiat-orders.ts';
import { award } from '../../support/fiat/fiat-rivals.ts';
import {
  newFiatUser,
  newMerchant,
  type FiatUser,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { frameOf, photo } from '../../support/pages/user-pages.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { listenAt } from '../../support/pages/listening-page.ts';
import { loseAnswersOf } from '../../support/pages/lost-answer.ts';
import { useProduct } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import { shownAfter } from '../../support/pages/noted-sentences.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });
let merchant: Merchant;

beforeAll(async () => {
  await leaveDayEnd(product.server);
  merchant = await newMerchant(product.server);
});

const STATE: Record<FiatOrderState, string> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  postponed: 'Time extended',
  abnormal: 'Problem reported',
  rights_protection: 'In appeal',
  completed: 'Completed',
  cancelled: 'Canceled',
};

async function pageOf(person: FiatUser, options: AppOptions = {}): Promise<Page> {
  const tokens = dataOf(await signIn(product.server, person.email));
  return product.open({ ...options, tokens });
}

async function openOrder(person: FiatUser, id: string, options: AppOptions = {}): Promise<Page> {
  const page = await pageOf(person, options);
  await page.goto(`/fiat-order?id=${id}`);
  await page.getByTestId('order-head').waitFor();
  return page;
}

/** Ends the ad, so that no user finds it any more. */
async function endAd({ id }: { readonly id: string }): Promise<void> {
  const { revision } = await merchant.ask('getOwnFiatAd', { id });
  await merchant.ask('cancelFiatAd', { id, revision: String(revision) });
}

const shows = (page: Page, state: FiatOrderState) =>
  page.getByTestId('order-state').getByText(STATE[state], { exact: true }).waitFor();
const act = (page: Page, action: string) => page.getByTestId(`action ${action}`).click();
const yes = (page: Page) => page.getByTestId('confirm-action').click();
/** Closes a sheet, which stays for a moment with the texts of its question. */
async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('an ad is found, taken, paid with a voucher, discussed in the chat and confirmed', async () => {
  const { server } = product;
  const ad = await postAd(merchant, 'sell', { price: '6.5', accepted_deviation: '-9.6' });
  const buyer = await newFiatUser(server);
  const [buying, selling] = [await pageOf(buyer), await pageOf(merchant)];
  await listenAt(selling, '/home');
  await buying.goto('/fiat?coin=USDT&fiat=CNY');
  await buying.getByLabel('Amount (CNY)').fill('650');
  await buying.keyboard.press('Enter');

  const sheet = buying.getByRole('dialog');
  await buying.getByRole('button', { name: `Buy USDT from ${merchant.shopName}` }).click();
  await sheet.getByLabel('You pay (CNY)').fill('60');
  await sheet.getByTestId('place-fiat-order').click();
  await sheet.getByText('Enter an amount between 70 and 3,500 CNY.').waitFor();
  await sheet.getByLabel('You pay (CNY)').fill('650');
  await sheet.getByTestId('sum-got').getByText('100 USDT').waitFor();
  // The owner of a taken ad is notified on any page; the notice stays while the pointer is on it.
  const place = () => sheet.getByTestId('place-fiat-order').click();
  await shownAfter(selling, /^Unpaid: Waiting for the buyer to pay/, place, { isHeld: true });
  await buying.waitForURL('**/fiat-order?id=*');
  await shows(buying, 'unpaid');
  await buying.getByText(merchant.method.account).waitFor();

  await selling.getByRole('button', { name: 'View', exact: true }).click();
  await shows(selling, 'unpaid');
  expect(await selling.getByTestId('action receipt.confirm').count()).toBe(0);

  await act(buying, 'payment.declare');
  await yes(buying);
  await buying.getByText('Upload your payment proof.').waitFor();
  await buying.getByLabel('Picture 1', { exact: true }).setInputFiles(await photo());
  await frameOf(buying, 'Picture 1').and(buying.locator('[data-status=done]')).waitFor();
  await yes(buying);
  await shows(buying, 'paid');
  await shows(selling, 'paid');
  await selling.getByTestId('order-head').and(selling.locator('[data-turn=mine]')).waitFor();

  await selling.getByRole('tab', { name: 'Chat' }).click();
  await selling.getByLabel('Write a message').fill('Thank you, I am looking.');
  await selling.getByRole('button', { name: 'Send' }).click();
  await buying.getByRole('tab', { name: 'Chat (1 new)' }).click();
  await buying.getByTestId('chat-seller').getByText('Thank you, I am looking.').waitFor();
  await buying.getByLabel('Add picture').setInputFiles(await photo());
  await buying.locator('form [data-status=done]').waitFor();
  await buying.getByRole('button', { name: 'Send' }).click();
  await selling
    .getByTestId('chat-buyer')
    .getByRole('button', { name: /Picture/ })
    .waitFor();
  await buying.getByRole('tab', { name: 'Order' }).click();
  await buying.getByRole('tab', { name: 'Chat', exact: true }).waitFor();

  await selling.getByRole('tab', { name: 'Order' }).click();
  await act(selling, 'receipt.confirm');
  await selling.getByRole('dialog').getByLabel('Transaction password').fill('Wrong99x');
  await yes(selling);
  await shownBeside(selling, 'Incorrect transaction password.').waitFor();
  await selling.getByRole('dialog').getByLabel('Transaction password').fill(PAY_PASSWORD);
  await yes(selling);

  await shows(selling, 'completed');
  await shows(buying, 'completed');
  expect((await buyer.fiatBalance()).available).toBe('100');
  await expect.poll(() => selling.getByTestId('order-event').count()).toBe(3);
  await endAd(ad);
});

test('the list follows changes by others before it would poll', async () => {
  const other = await newMerchant(product.server);
  const ad = await postAd(other, 'sell', { price: '6.47', accepted_deviation: '-10' });
  const page = await pageOf(await newFiatUser(product.server));
  await page.goto('/fiat?coin=USDT&fiat=CNY');
  const shown = page.getByTestId('fiat-ad').filter({ hasText: other.shopName });
  await shown.waitFor();
  // With an open socket the page polls once a minute.
  const lists = (count: number, of = shown) =>
    expect.poll(() => of.count(), { timeout: 20_000 }).toBe(count);

  const { revision } = await other.ask('suspendFiatAd', { id: ad.id, revision: '1' });
  await lists(0);
  const again = { id: ad.id, revision: String(revision), accepted_deviation: '-10' };
  await other.ask('resumeFiatAd', { ...again, pay_password: PAY_PASSWORD });
  await lists(1);
  dataOf(await takeAd(await newFiatUser(product.server), ad));
  await lists(1, shown.getByText('900'));
});

test('a dispute stops the timer on both pages, and the two settle it', async () => {
  const { buyer, seller, order } = await paidOrder(product.server, 'sell', { merchant });
  const [buying, selling] = [
    await openOrder(buyer, order.id),
    await openOrder(seller, order.id, { viewport: { width: 1280, height: 800 } }),
  ];
  await selling.getByRole('timer').waitFor();

  await act(buying, 'rights.apply');
  await yes(buying);
  await buying.getByText('Select a reason.').waitFor();
  await buying.getByLabel('Reason').selectOption('not_released');
  await buying.getByLabel('What happened?').fill('I paid an hour ago; nobody answers.');
  await dismiss(buying);
  await act(buying, 'rights.apply');
  expect(await buying.getByLabel('What happened?').inputValue()).toMatch(/^I paid an hour ago/);
  await yes(buying);

  await shows(buying, 'rights_protection');
  await shows(selling, 'rights_protection');
  await selling.getByTestId('claim').getByText('I paid an hour ago; nobody answers.').waitFor();
  await expect.poll(() => selling.getByRole('timer').count()).toBe(0);
  expect(await selling.getByTestId('action rights.withdraw').count()).toBe(0);

  await act(selling, 'receipt.confirm');
  await selling.getByText('The buyer gets 100 USDT immediately', { exact: false }).waitFor();
  await selling.getByRole('dialog').getByLabel('Transaction password').fill(PAY_PASSWORD);
  await yes(selling);

  await shows(buying, 'completed');
  await buying.getByText('You reached an agreement with the seller.').waitFor();
});

test('the seller who wins a dispute reads that, and not only that the order was canceled', async () => {
  const scene = await disputedOrder(product.server, 'buyer', { merchant });
  const decide = await award(await signInOperator(product.server), 'seller')(scene);
  const page = await openOrder(scene.seller, scene.order.id);
  expect(await decide()).toBeUndefined();
  await page.getByText('Appeal decided for you: crypto returned').waitFor();
  await page.getByText('We returned 100 USDT to you.', { exact: false }).waitFor();
});

test('withdrawing an appeal shows the remaining number, and giving up in it counts', async () => {
  const { buyer, order } = await disputedOrder(product.server, 'buyer', { merchant });
  const page = await openOrder(buyer, order.id);
  const left = (count: number) => page.getByText(`in this order: ${count} of 2`);
  const isLast = page.getByText('This is the last time you can withdraw an appeal', {
    exact: false,
  });
  const isFinal = page.getByText('This appeal can’t be withdrawn', { exact: false });
  await act(page, 'rights.withdraw');
  await left(2).waitFor();
  expect(await isLast.count()).toBe(0);
  await yes(page);
  await shows(page, 'paid');
  await act(page, 'rights.apply');
  await left(1).waitFor();
  await dismiss(page);
  await done(applyRights, buyer, await orderOf(buyer, order.id));
  await shows(page, 'rights_protection');

  await act(page, 'rights.withdraw');
  await left(1).waitFor();
  await isLast.waitFor();
  await yes(page);
  await shows(page, 'paid');
  await act(page, 'rights.apply');
  await isFinal.waitFor();
  await dismiss(page);
  await done(applyRights, buyer, await orderOf(buyer, order.id));
  await shows(page, 'rights_protection');
  await isFinal.waitFor();
  await expect.poll(() => page.getByTestId('action rights.withdraw').count()).toBe(0);

  await act(page, 'order.cancel');
  await page.getByText('It counts toward your cancellations today', { exact: false }).waitFor();
  await page.getByText('This is cancellation 1 of 3 today.', { exact: false }).waitFor();
  await yes(page);
  await shows(page, 'cancelled');
});

test('a step on an order that has changed is refused, and its new state shown', async () => {
  const { buyer, order } = await placedOrder(product.server, 'sell', { merchant });
  const page = await pageOf(buyer, { isKept: 'context' });
  // The socket is connected and delivers nothing.
  await page.routeWebSocket('**/ws', () => undefined);
  await page.goto(`/fiat-order?id=${order.id}`);
  await act(page, 'order.cancel');
  await page
    .getByText(`This is cancellation 1 of ${LIMITS.fiat_cancellations_per_day_max} today.`, {
      exact: false,
    })
    .waitFor();
  // The page's own poll could also bring the change.
  const refused = page.waitForResponse('**/fiat_order/cancel');
  await page.route('**/fiat_order/detail*', (route) => refused.then(() => route.continue()));
  // The user's other device acts first.
  await done(cancel, buyer, order);

  await yes(page);

  await page
    .getByTestId('order-changed')
    .getByText('This order was updated: Canceled.', { exact: false })
    .waitFor();
  await page.getByRole('button', { name: 'View order' }).click();
  await shows(page, 'cancelled');
});

test('after a lost answer the page finds that an order was placed, once', async () => {
  await postAd(merchant, 'sell', { price: '6.5', accepted_deviation: '-9.6' });
  const buyer = await newFiatUser(product.server);
  const page = await pageOf(buyer);
  await page.goto(`/shop?id=${merchant.shopId}&coin=USDT&fiat=CNY`);
  await page
    .getByRole('button', { name: `Buy USDT from ${merchant.shopName}` })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('You pay (CNY)').fill('325');
  const lost = await loseAnswersOf(page, '/fiat_order/create');
  await sheet.getByTestId('place-fiat-order').click();
  await sheet.getByTestId('unknown-outcome').waitFor();
  await lost.mayAsk();

  await page.waitForURL('**/fiat-order?id=*');
  expect(lost.counted.sent).toBe(1);
  const { orders } = await buyer.ask('listFiatOrders', {});
  expect(orders.map(({ amount, quantity }) => [amount, quantity])).toEqual([['325', '50']]);
});

test('a message whose answer was lost is sent again, and stored once', async () => {
  const { buyer, seller, order } = await placedOrder(product.server, 'sell', { merchant });
  await write(seller, order, '<b>Hello</b> \u202Eolleh');
  const page = await openOrder(buyer, order.id);
  await page.getByRole('tab', { name: 'Chat (1 new)' }).click();
  await page.getByTestId('chat-seller').getByText('<b>Hello</b>', { exact: false }).waitFor();
  await page.route('**/fiat_message/send', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByLabel('Write a message').fill('Is this your account?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Can’t connect.', { exact: false }).waitFor();

  await page.unroute('**/fiat_message/send');
  await page.getByRole('button', { name: 'Send' }).click();

  await expect.poll(() => page.getByLabel('Write a message').inputValue()).toBe('');
  const { messages } = await seller.ask('listFiatMessages', { id: order.id });
  expect(messages.map(({ content }) => content)).toEqual([
    'Is this your account?',
    '<b>Hello</b> \u202Eolleh',
  ]);
  await done(cancel, buyer, order);
});

test('a user who sells to an ad is paid to an own method, and sees orders by the side that must act', async () => {
  const { server } = product;
  await postAd(merchant, 'buy', { price: '6.6', accepted_deviation: '-8.2' });
  const seller = await newFiatUser(server, { usdt: '50' });
  const page = await pageOf(seller);
  await page.goto('/fiat?coin=USDT&fiat=CNY&side=sell');
  await page.getByRole('button', { name: `Sell USDT to ${merchant.shopName}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('tab', { name: 'By quantity' }).click();
  await sheet.getByRole('button', { name: 'Max' }).click();
  await sheet.getByTestId('sum-got').getByText('330 CNY').waitFor();
  // Without a collection method the form says so; the way back leads to the order with its input.
  await sheet.getByTestId('place-fiat-order').click();
  await sheet.getByText('Select a receiving method', { exact: false }).waitFor();
  await sheet.getByRole('link', { name: 'Add receiving method' }).click();
  await page.getByTestId('collection-holder').getByText('Ann Example').waitFor();
  await page.locator('[name=account]').fill('1234');
  await page.locator('[name=bank]').fill('Bank of Examples');
  await page.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Check the card number.', { exact: false }).waitFor();
  await page.locator('[name=account]').fill('6222 0210 0111 9994');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sheet.getByTestId('sum-got').getByText('330 CNY').waitFor();
  const only = sheet.getByLabel('Bank card · •••• 9994');
  await expect.poll(() => only.isChecked()).toBe(true);
  await sheet.getByTestId('place-fiat-order').click();
  await sheet.getByText('Enter your transaction password', { exact: false }).waitFor();
  await sheet.getByLabel('Transaction password', { exact: true }).fill(PAY_PASSWORD);
  await sheet.getByTestId('place-fiat-order').click();
  await page.waitForURL('**/fiat-order?id=*');
  await shows(page, 'unpaid');
  await page.getByTestId('names-note').getByText('in the name of Ann Example').waitFor();
  await page.getByText('•••• 9994').waitFor();

  await page.goto('/fiat-orders?state=open&role=seller');
  await page.getByTestId('fiat-order').getByText('Waiting for the buyer to pay').waitFor();
  expect(await page.getByText('Action needed', { exact: false }).count()).toBe(0);
  const [order] = (await merchant.ask('listFiatOrders', { state: 'open' })).orders;
  if (order === undefined) throw new Error('the order is not there');
  await done(cancel, merchant, order);
  await page.getByText('No orders match').waitFor();
});

test('an open order is counted on every way to it, for the side that must act, until none is open', async () => {
  const ad = await postAd(merchant, 'sell');
  const buyer = await newFiatUser(product.server);
  const page = await pageOf(buyer);
  await page.goto('/home');
  const badge = page.getByTestId('waiting-badge');
  const strip = page.getByTestId('waiting-strip');
  const order = dataOf(await takeAd(buyer, ad));
  await strip.getByText('1 order needs action').waitFor();
  await expect.poll(() => strip.getByRole('timer').innerText()).toMatch(/^\d\d:\d\d$/);
  await page.getByRole('link', { name: 'Trade 1 order needs action' }).waitFor();
  await page.reload();
  await strip.click();
  await page.waitForURL(`**/fiat-order?id=${order.id}`);
  await page.goto('/fiat');
  await page.getByRole('link', { name: 'P2P 1 order needs action' }).waitFor();
  await page.getByRole('link', { name: 'P2P orders 1 order needs action' }).waitFor();
  await done(cancel, buyer, order);
  await badge.first().waitFor({ state: 'detached' });
  const sellers = await pageOf(merchant);
  await sellers.goto('/home');
  await done(declare, buyer, dataOf(await takeAd(buyer, ad)));
  await sellers.getByTestId('waiting-strip').waitFor();
  await endAd(ad);
});
