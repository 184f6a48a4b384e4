/**
 * Forms that are sent once. While the device is offline they say so and send nothing; they continue when it
 * is online again. They work when only the live connection is blocked. `tests/guards/offline-buttons.test.ts`
 * proves that the other forms use the same button.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppOptions } from '../../support/pages/app-page.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { orderOf, placedOrder } from '../../support/fiat/fiat-orders.ts';
import type { FiatUser } from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { frameOf, photo } from '../../support/pages/user-pages.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { loseAnswersOf } from '../../support/pages/lost-answer.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });
/** An unpaid order of an ad in an open shop. */
let placed: Awaited<ReturnType<typeof placedOrder>>;
beforeAll(async () => {
  await leaveDayEnd(product.server);
  placed = await placedOrder(product.server);
});

const WHY_NOT = 'No connection. You can continue once it’s back.';

const openFor = async ({ email }: FiatUser, options: AppOptions = {}): Promise<Page> =>
  product.open({ ...options, tokens: dataOf(await signIn(product.server, email)) });

async function pageOf(person: FiatUser, path: string): Promise<Page> {
  const page = await openFor(person);
  await page.goto(path);
  return page;
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
  async 'declaration of a payment'() {
    const page = await pageOf(placed.buyer, `/fiat-order?id=${placed.order.id}`);
    await page.getByTestId('action payment.declare').click();
    return page.getByTestId('confirm-action');
  },
  async 'suspension of an ad'() {
    return (await pageOf(placed.seller, '/my-shop')).getByRole('button', { name: 'Pause' });
  },
  async 'closing of a shop'() {
    const page = await pageOf(placed.seller, '/my-shop');
    await page.getByRole('button', { name: 'Close shop' }).click();
    return page.getByTestId('confirm-by-password');
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
    const { buyer, order } = placed;
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
    await expect.poll(() => lost.counted.asked).toBeGreaterThan(0);
    const askAgain = page.getByRole('button', { name: 'Check again' });
    expect(await askAgain.getAttribute('aria-disabled')).toBeNull();
    await lost.mayAsk();

    await page.getByTestId('outcome').getByText('2 SOL').waitFor();
    expect(lost.counted.sent).toBe(1);
    expect(await spotBalance()).toBe(before - 2);
  });
});
