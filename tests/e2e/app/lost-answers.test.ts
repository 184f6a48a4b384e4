/**
 * Forms whose response is lost after the server has executed the command: the page says that it does not know
 * the result, asks the server, and finds it executed once. (Orders: `lost-orders.test.ts`; transfers:
 * `wallet.test.ts`; fiat orders: `fiat-trade.test.ts`.)
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { field, totalOf } from '../../support/fiat/ad-form.ts';
import { newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { newPageUser } from '../../support/pages/user-pages.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { depositsOf, newWithdrawer } from '../../support/wallet/wallet-users.ts';
import { loseAnswersOf } from '../../support/pages/lost-answer.ts';
import { useProduct } from '../../support/pages/product.ts';
import { sendWithdrawal } from '../../support/wallet/wallet-page.ts';

const product = useProduct({}, { keepsPages: true, isShared: true, movesClock: true });
beforeAll(() => leaveDayEnd(product.server));

const ASKING = 'We’re checking with the server. Nothing is sent again.';

const pageOf = async ({ email }: { readonly email: string }): Promise<Page> =>
  product.open({ tokens: dataOf(await signIn(product.server, email)) });

type Lost = Awaited<ReturnType<typeof loseAnswersOf>>;

/**
 * Checks that the page says the result is unknown, asks the server again, and has no button that could send
 * again. Without the user, it asks every 2 s, which the first test waits for.
 */
async function asksInsteadOfSending(page: Page, button: string, { counted }: Lost): Promise<void> {
  await page.getByTestId('unknown-outcome').getByText('We didn’t get a response').waitFor();
  await page.getByRole('status').getByText(ASKING).waitFor();
  expect(await page.getByTestId(button).count()).toBe(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(() => counted.asked).toBeGreaterThan(1);
  expect(counted.sent).toBe(1);
}

test('after a lost answer the page finds that an ad was posted, once', async () => {
  const merchant = await newMerchant(product.server);
  const page = await pageOf(merchant);
  await page.goto('/fiat-ad');
  await field(page, 'price').fill('7.15');
  await totalOf(page).fill('600');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('3000');
  await field(page, 'payPassword').fill(PAY_PASSWORD);
  const lost = await loseAnswersOf(page, '/fiat_ad/post');
  await page.getByTestId('save-ad').click();
  await asksInsteadOfSending(page, 'save-ad', lost);
  await expect.poll(() => lost.counted.asked).toBeGreaterThan(2);
  await lost.mayAsk();

  await page.waitForURL('**/my-shop');
  const { ads } = await merchant.ask('listOwnFiatAds', {});
  expect(ads.map(({ total }) => total)).toEqual(['600']);
  expect(lost.counted.sent).toBe(1);
});

test('after a lost answer the page finds that feedback arrived, once', async () => {
  const { page, tokens } = await newPageUser(product);
  await page.goto('/feedback');
  await page.getByLabel('Title').fill('A deposit');
  await page.getByLabel('What happened?').fill('Where is my deposit of this morning?');
  const lost = await loseAnswersOf(page, '/feedback/create');
  await page.getByTestId('send-feedback').click();
  await asksInsteadOfSending(page, 'send-feedback', lost);
  await lost.mayAsk();

  await page.getByRole('link', { name: 'View feedback' }).waitFor();
  const { accessToken: token } = tokens;
  const { tickets } = dataOf(await product.server.call('listFeedback', {}, { token }));
  expect(tickets).toHaveLength(1);
  expect(lost.counted.sent).toBe(1);
});

test('after a lost answer the page finds that a withdrawal was made, once', async () => {
  const person = await newWithdrawer(product.server, { USDT: '100' });
  const page = await pageOf(person);
  await page.goto('/withdrawal?coin=USDT');
  const lost = await loseAnswersOf(page, '/withdrawal/create');
  await sendWithdrawal(page, 'Mine', '30', PAY_PASSWORD);
  await asksInsteadOfSending(page, 'send-withdrawal', lost);
  await lost.mayAsk();

  await page.getByTestId('outcome').getByText('30 USDT').waitFor();
  const { withdrawals } = dataOf(
    await product.server.call('listWithdrawals', {}, { token: person.token }),
  );
  expect(withdrawals.map(({ amount }) => amount)).toEqual(['30']);
  expect((await balanceOf(product.server, person, 'USDT')).available).toBe('70');
  expect(lost.counted.sent).toBe(1);
});

/** Requests coins from the faucet; the response is lost. @returns the number of deposits of the user before and now. */
async function claimInVain() {
  const { accessToken: token } = await product.tokensOf('trader');
  const countDeposits = async () => (await depositsOf(product.server, { token })).length;
  const before = await countDeposits();
  const page = await product.openAs('trader');
  await page.goto('/recharge?coin=ETH');
  const lost = await loseAnswersOf(page, '/deposit/faucet');
  const button = page.getByTestId('claim-faucet');
  await button.click();
  const unknown = page.getByTestId('faucet-unknown');
  await unknown
    .getByText('We didn’t get a response. Your test coins may be on their way.')
    .waitFor();
  await unknown.getByRole('status').getByText(ASKING).waitFor();
  expect(await button.count()).toBe(0);
  return { page, lost, unknown, button, given: async () => (await countDeposits()) - before };
}

describe('a faucet claim with a lost answer', () => {
  test('is found to be paid, once', async () => {
    const { page, lost, unknown, given } = await claimInVain();
    await unknown.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => lost.counted.asked).toBeGreaterThan(1);
    await lost.mayAsk();

    await page.getByText(/^On its way: .* ETH/).waitFor();
    await unknown.waitFor({ state: 'detached' });
    expect(lost.counted.sent).toBe(1);
    expect(await given()).toBe(1);
  });

  test('waits while the page has no network, and is checked when it is back', async () => {
    const { page, lost, unknown, given } = await claimInVain();
    await page.context().setOffline(true);
    await unknown.getByRole('status').getByText('Once it’s back, we’ll check').waitFor();
    const askAgain = unknown.getByRole('button', { name: 'Check again' });
    expect(await askAgain.getAttribute('aria-disabled')).toBe('true');
    await lost.mayAsk();
    await page.context().setOffline(false);

    await page.getByText(/^On its way: .* ETH/).waitFor();
    expect(lost.counted.sent).toBe(1);
    expect(await given()).toBe(1);
  });

  test('can be closed, and another claim be made', async () => {
    const { page, lost, unknown, button, given } = await claimInVain();
    await unknown.getByRole('button', { name: 'Close and start over' }).click();
    await button.waitFor();
    expect(await unknown.count()).toBe(0);
    expect(lost.counted.sent).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await button.click();
    await page.getByText(/^On its way: .* ETH/).waitFor();
    await expect.poll(given).toBe(2);
  });
});
