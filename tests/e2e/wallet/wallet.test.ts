/** The wallet pages with the development chain: deposits, transfers, withdrawals, holdings. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatGlance } from '../../../src/format/glance.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { sidewaysOf } from '../../support/operator/console-page.ts';
import { newFiatUser } from '../../support/fiat/fiat-users.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { FIAT, balanceOf } from '../../support/users/balances.ts';
import { newOutsideAddress } from '../../support/wallet/wallet-users.ts';
import { loseAnswersOf } from '../../support/pages/lost-answer.ts';
import { usePageOfUsers } from '../../support/pages/page-of-users.ts';
import { demoAccount, useProduct, type DemoUser } from '../../support/pages/product.ts';
import { shownBeside } from '../../support/pages/refusals.ts';
import { drawn, visitScreen } from '../../support/pages/visit.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { bindOnPage, figureOf, withdrawOnPage } from '../../support/wallet/wallet-page.ts';

const product = useProduct(
  { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', INDEX_LOG: 'on' },
  { keepsPages: true },
);
const show = usePageOfUsers(product);
let chain: ChainControl;
/** Confirmations after which a deposit may be withdrawn. */
const UNLOCKED_AFTER = 6;

beforeAll(async () => {
  chain = new ChainControl(product.server);
  await chain.stopMining();
});

const badgeOf = (page: Page) => page.getByTestId('record-state');

/** Reads a user's spot balance, as another device would. */
async function balanceOfPerson(person: DemoUser, code: string) {
  const { accessToken: token } = await product.tokensOf(person);
  return balanceOf(product.server, { token }, code);
}

test('test coins of the faucet arrive on screen, block by block, without a reload', async () => {
  const page = await show('trader', '/recharge?coin=ETH');
  const address = await page.getByTestId('deposit-address').innerText();
  await page.getByRole('img', { name: 'QR code of your ETH deposit address' }).waitFor();
  await page.getByText('Send only ETH on Development chain to this address.').waitFor();
  await page.getByRole('button', { name: 'Get test ETH' }).click();
  await page.getByText(/^On its way/).waitFor();
  const row = page.getByTestId('record').first();
  await row.getByText('Detected').waitFor();
  await chain.mine();
  await row.getByText('Credited').waitFor();
  await expect
    .poll(() => row.getByTestId('confirmations').innerText())
    .toBe('1 of 6 confirmations');
  await row.click();
  await page.getByRole('dialog', { name: 'Deposit' }).getByText(address).waitFor();
  await chain.mine();
  await page.getByRole('dialog').getByText('2 of 6 confirmations').waitFor();
  await chain.mine(UNLOCKED_AFTER - 2);
  await page.getByRole('dialog').getByText('Completed').waitFor();
});

test('the development network has a name in the language of the user', async () => {
  const page = await product.openAs('trader', { locale: 'de-DE' });
  await page.goto('/recharge?coin=ETH');
  await page.locator('p', { hasText: 'Entwicklungsnetz' }).first().waitFor();
  expect(await page.getByText('Development chain').count()).toBe(0);
});

test('a coin is transferred to another account and back', async () => {
  const before = await balanceOfPerson('trader', 'BNB');
  const page = await show('trader', '/transfer?coin=BNB');
  await page.getByText(/BNB available$/).waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).fill('1.5');
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('outcome').getByText('1.5 BNB').waitFor();
  await page.getByRole('button', { name: 'Make another' }).click();
  await page.getByRole('button', { name: 'Swap accounts' }).click();
  await page.getByText('1.5 BNB available').waitFor();
  await page.getByRole('button', { name: 'All' }).click();
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('outcome').waitFor();
  expect(await balanceOfPerson('trader', 'BNB')).toEqual(before);
  await page.getByRole('link', { name: 'View record' }).click();
  await page.getByRole('dialog', { name: 'Transfer' }).waitFor();
  await expect.poll(() => figureOf(page, 'From')).toBe('Fiat');
  await expect.poll(() => figureOf(page, 'To')).toBe('Spot');
});

test('a transfer begins with an account that has coins, and with the destination of its link', async () => {
  const { email } = await newFiatUser(product.server, { usdt: '50' });
  const page = await product.open({ tokens: dataOf(await signIn(product.server, email)) });
  await page.goto('/transfer?coin=USDT&to=4');
  await page.getByText('50.00 USDT available').waitFor();
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(String(FIAT));
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('outcome').getByText('20 USDT').waitFor();
  await expect.poll(() => figureOf(page, 'To')).toBe('Fast contract');
});

test('the first coins of the contract account leave the outcome of their transfer on screen', async () => {
  const { email } = await newFiatUser(product.server, { usdt: '50' });
  const page = await product.open({ tokens: dataOf(await signIn(product.server, email)) });
  await page.goto('/transfer?coin=USDT&to=2');
  await page.getByText('50.00 USDT available').waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  const reread = page.waitForResponse(`**${ENDPOINTS.listAccounts.path}**`);
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('outcome').getByText('20 USDT').waitFor();
  await (await reread).finished();
  await drawn(page);
  await page.getByRole('button', { name: 'Make another' }).click();
  await page.getByLabel('From', { exact: true }).selectOption('2');
  await page.getByText('20.00 USDT available').waitFor();
});

test('after a lost answer the page finds that a transfer happened, once', async () => {
  const before = Number((await balanceOfPerson('trader', 'SOL')).available);
  const page = await show('trader', '/transfer?coin=SOL');
  await page.getByText(/SOL available$/).waitFor();
  const lost = await loseAnswersOf(page, '/transfer/create');
  await page.getByRole('textbox', { name: 'Amount' }).fill('2');
  await page.getByTestId('submit-transfer').click();
  const unknown = page.getByTestId('unknown-outcome');
  await unknown.getByText('We didn’t get a response').waitFor();
  await unknown.getByText('Nothing is sent again.', { exact: false }).waitFor();
  await lost.mayAsk();
  await page.getByTestId('outcome').getByText('2 SOL').waitFor();
  expect(lost.counted.sent).toBe(1);
  expect(Number((await balanceOfPerson('trader', 'SOL')).available)).toBe(before - 2);
});

test('a pending transfer is kept when the screen is left and shown again, and is made once', async () => {
  const before = Number((await balanceOfPerson('trader', 'SOL')).available);
  const page = await show('trader', '/transfer?coin=SOL');
  await page.getByText(/SOL available$/).waitFor();
  const released = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/transfer/create', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  const submit = page.getByTestId('submit-transfer');
  await page.getByRole('textbox', { name: 'Amount' }).fill('1.25');
  await submit.click();
  await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true');
  await page.getByRole('link', { name: 'Transfer history' }).click();
  await page.waitForURL('**/transfer-record');
  await page.goBack();
  await submit.waitFor();
  expect(await submit.getAttribute('aria-busy')).toBe('true');
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('1.25');
  await submit.click({ force: true });
  released.resolve();

  await page.getByTestId('outcome').getByText('1.25 SOL').waitFor();
  expect(sent).toBe(1);
  expect(Number((await balanceOfPerson('trader', 'SOL')).available)).toBe(before - 1.25);
  await page.getByRole('button', { name: 'Make another' }).click();
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
});

test('a transfer that never arrived is not made when the network is back: the form can send it again', async () => {
  const before = Number((await balanceOfPerson('trader', 'SOL')).available);
  const page = await show('trader', '/transfer?coin=SOL');
  await page.getByText(/SOL available$/).waitFor();
  let sent = 0;
  await page.route('**/transfer/create', (route) => {
    sent += 1;
    return route.abort('connectionreset');
  });
  await page.getByRole('textbox', { name: 'Amount' }).fill('3');
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('unknown-outcome').waitFor();
  await page.unroute('**/transfer/create');
  await product.server.controlAdvance(LIMITS.command_valid_ms + 1_000);

  await page.getByText('Nothing was done.', { exact: false }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('3');
  expect(Number((await balanceOfPerson('trader', 'SOL')).available)).toBe(before);
  expect(sent).toBe(1);
  await page.getByTestId('submit-transfer').click();
  await page.getByTestId('outcome').waitFor();
  expect(Number((await balanceOfPerson('trader', 'SOL')).available)).toBe(before - 3);
});

describe('withdrawals', () => {
  test('an address is bound with the mailed code, and a small amount is paid to it', async () => {
    const address = newOutsideAddress();
    const page = await show('trader', '/withdrawal?coin=USDT');
    await bindOnPage(page, address, 'Ledger', demoAccount('trader'));
    await page.getByRole('textbox', { name: 'Amount' }).fill('50');
    await expect.poll(() => page.getByTestId('arrival').innerText()).toBe('49 USDT');
    await withdrawOnPage(page, 'Ledger', '50');
    await page.getByRole('link', { name: 'View record' }).click();
    await badgeOf(page).getByText('Confirming').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0);
    await chain.mine();
    await page.getByRole('dialog').getByText('1 of 6 confirmations').waitFor();
    await chain.mine(UNLOCKED_AFTER - 1);
    await badgeOf(page).getByText('Completed').waitFor();
    expect(await chain.paymentsTo(address)).toMatchObject([{ amount: '49' }]);
  });

  test('a large one waits for review and is canceled', async () => {
    const page = await show('merchant', '/withdrawal?coin=USDT');
    await bindOnPage(page, newOutsideAddress(), 'Vault', demoAccount('merchant'));
    const before = await balanceOfPerson('merchant', 'USDT');
    await withdrawOnPage(page, 'Vault', '5000');
    await page.getByRole('link', { name: 'View record' }).click();
    await badgeOf(page).getByText('Pending review').waitFor();
    expect((await balanceOfPerson('merchant', 'USDT')).frozen).toBe('5000');
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByTestId('cancel-withdrawal').click();
    await badgeOf(page).getByText('Canceled').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Cancel withdrawal' }).count())
      .toBe(0);
    expect(await balanceOfPerson('merchant', 'USDT')).toEqual(before);
  });

  test('too much, too little and a wrong password are shown at their fields', async () => {
    const page = await show('agent', '/withdrawal?coin=USDT');
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.fill('1');
    await page.getByTestId('continue-withdrawal').click();
    await page.getByText('Add a withdrawal address first.').waitFor();
    await page.getByText('This amount is below the minimum.').waitFor();
    await amount.fill('999999999');
    await page.getByText('Insufficient balance.').waitFor();
    await bindOnPage(page, newOutsideAddress(), 'Safe', demoAccount('agent'));
    await amount.fill('20');
    await page.getByTestId('continue-withdrawal').click();
    const password = page.getByLabel('Transaction password', { exact: true });
    await password.fill('Wrong123');
    await page.getByTestId('send-withdrawal').click();
    await shownBeside(page, 'Incorrect transaction password.').waitFor();
    await expect.poll(() => password.inputValue()).toBe('');
  });

  test('an unverified user sees that, and where to change it', async () => {
    const page = await show('newcomer', '/withdrawal');
    await page.getByText('Complete identity verification before you withdraw.').waitFor();
    await expect
      .poll(() => page.getByTestId('continue-withdrawal').getAttribute('aria-disabled'))
      .toBe('true');
    await page.getByRole('link', { name: 'Verify identity' }).click();
    await page.waitForURL('**/user-center');
  });
});

describe('holdings', () => {
  test('an account without coins explains how to get some', async () => {
    const page = await show('newcomer', '/assets');
    await page.getByRole('button', { name: /^Fiat/ }).click();
    await page.getByRole('link', { name: 'Transfer', exact: true }).last().click();
    await page.waitForURL('**/transfer?to=3');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'To', exact: true }).inputValue())
      .toBe('3');
  });

  test('coins are found by name, small ones hidden, and one opens its actions', async () => {
    const page = await show('trader', '/assets');
    const rows = page.getByTestId('holding');
    await rows.first().waitFor();
    await page.getByRole('textbox', { name: 'Search coins' }).fill('bitc');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    await page.getByRole('dialog', { name: 'BTC' }).getByRole('link', { name: 'Withdraw' }).click();
    await page.waitForURL('**/withdrawal?coin=BTC');
  });

  test('amounts are hidden with a tap, and stay hidden in this browser', async () => {
    const page = await show('merchant', '/assets');
    await expect.poll(() => page.getByTestId('total').innerText()).toMatch(/\d/);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    const shown = () => page.locator('main').innerText();
    await expect.poll(shown).not.toMatch(/\d,\d{3}/);
    await page.reload();
    await page.getByTestId('holding').first().waitFor();
    await expect.poll(shown).not.toMatch(/\d,\d{3}/);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect.poll(shown).toMatch(/\d,\d{3}/);
  });

  test('totals are given in the chosen currency, and balances update live', async () => {
    const page = await show('agent', '/assets');
    await page.getByRole('combobox', { name: 'Display currency' }).selectOption('BTC');
    const holding = page.getByTestId('holding').filter({ hasText: 'Tether' });
    await holding.getByText(/≈ .* BTC/).waitFor();
    await page.reload();
    await holding.getByText(/≈ .* BTC/).waitFor();
    const { accessToken: token } = await product.tokensOf('agent');
    const { available } = await balanceOf(product.server, { token }, 'USDT');
    await product.server.grant(demoAccount('agent'), 'USDT', '7');
    const sum = formatGlance('en-US', String(Number(available) + 7), 'USDT');
    await holding.getByText(`Available ${sum}`).waitFor();
  });

  test('a list that cannot be read offers a retry', async () => {
    const page = await product.openAs('newcomer', { isKept: 'context' });
    // Otherwise the page reads the list by itself once the socket is signed in.
    await page.routeWebSocket('**/ws', () => {});
    const letPass = await routeCalls(page, 'deposit/list', (call) => call.abort());
    await page.goto('/recharge-record');
    await page.getByRole('alert').getByText('Couldn’t load').waitFor();
    letPass();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No deposits yet').waitFor();
  });
});

test('records are filtered by coin and state, kept in the address', async () => {
  const { accessToken: token } = await product.tokensOf('agent');
  await chain.deposit(token, 'USDT', '0.5');
  await chain.deposit(token, 'ETH', '3');
  await chain.mine();
  const page = await show('agent', '/recharge-record');
  const rows = page.getByTestId('record');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Not completed');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText('Below minimum').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('rejected');
  await page.getByRole('combobox', { name: 'Coin' }).selectOption('ETH');
  await page.getByText('No matching records').waitFor();
  await page.reload();
  await page.getByText('No matching records').waitFor();
});

test('a ticket without enough to pay with leads to the deposit of that coin', async () => {
  const page = await show('merchant', '/trade?id=1');
  await page.getByRole('textbox', { name: /^Quantity/ }).fill('999999');
  await page.getByTestId('submit-order').click();
  await page.getByRole('link', { name: 'Deposit USDT' }).click();
  await page.waitForURL('**/recharge?coin=USDT');
});

test('a pending payment is shown, and when it is given up', async () => {
  const before = await balanceOfPerson('merchant', 'BTC');
  const page = await show('merchant', '/recharge-record');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { accessToken: token } = await product.tokensOf('merchant');
  const hash = await chain.deposit(token, 'BTC', '0.5');
  const row = page.getByTestId('record').first();
  await row.getByText('Detected').waitFor();
  await row.click();
  const details = page.getByRole('dialog', { name: 'Deposit' });
  await details.getByText('Detected on the network. Waiting for the first confirmation.').waitFor();
  await chain.forget(hash);
  await chain.giveUp();
  await details.getByText('This transaction isn’t on the blockchain right now.').waitFor();
  expect(await balanceOfPerson('merchant', 'BTC')).toEqual(before);
});

test.each(['de-DE', 'th-TH'] as const)(
  'nothing scrolls sideways at 360 px in %s',
  async (locale) => {
    const page = await product.openAs('trader', { viewport: PHONE_SMALL, locale });
    await page.goto('/assets');
    await page.locator('h1').waitFor();
    for (const path of ['', '/recharge', '/withdrawal', '/transfer', '/withdrawal-record']) {
      if (path !== '') await visitScreen(page, path);
      await page.waitForFunction(() => document.querySelector('.shimmer') === null);
      await expect.poll(() => sidewaysOf(page), { message: path }).toBeLessThanOrEqual(0);
    }
  },
);

test('a hold shows its reason and its end', async () => {
  const page = await product.openAs('agent');
  const until = Date.UTC(2100, 0, 2, 12);
  await routeCalls(page, 'withdrawal/terms', async (call) => {
    const answer = await call.fetch();
    const body = (await answer.json()) as { data: object };
    const hold = { hold_until: until, hold_reason: 'google_changed', locked: '5' };
    const bought = { bought_on_hold: '7', bought_on_hold_until: until };
    await call.fulfill({ ...body, data: { ...body.data, ...hold, ...bought } });
  });
  await page.goto('/withdrawal?coin=USDT');
  await page.getByText(/^You removed your authenticator app/).waitFor();
  await page.getByText(/You can withdraw again after Jan \d, 2100/).waitFor();
  await page
    .getByText(/^Part of your balance \(5 USDT\) is from deposits that don’t have 6 confirmations/)
    .waitFor();
  await page
    .getByText(/^You recently bought 7 USDT .* withdraw all of it after Jan \d, 2100/)
    .waitFor();
  await expect
    .poll(() => page.getByTestId('continue-withdrawal').getAttribute('aria-disabled'))
    .toBe('true');
});
