/** Contract trading through the pages against the real server: open, targets, triggers, stop-out, closes. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { DEMO_PEOPLE } from '../../../server/kit/demo-accounts.ts';
import { DESKTOP } from '../../support/pages/app-page.ts';
import { ContractMarket } from '../../support/lever/contract-users.ts';
import {
  fundContracts,
  leverOutcome,
  lotsField,
  openLever,
  openPosition,
  positions,
  ticketFigure,
} from '../../support/lever/lever-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import { visitScreen } from '../../support/pages/visit.ts';
import { dataOf } from '../../support/users/accounts.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

const PRICE = '97250';
let market: ContractMarket;
/** The user of these tests, as another device would act. */
async function traderCalls() {
  const { accessToken: token } = await product.tokensOf('trader');
  const ask = { token, headers: {} };
  return {
    closeEverything: async () => {
      dataOf(await product.server.call('cancelAllLeverOrders', {}, ask));
      dataOf(await product.server.call('closeAllLeverPositions', { direction: 'all' }, ask));
    },
  };
}

beforeAll(async () => {
  market = await ContractMarket.open(product.server, 'BTC');
  await market.price(PRICE);
  await fundContracts(product, 'trader', '5000');
});
afterEach(async () => {
  await market.price(PRICE);
  const { closeEverything } = await traderCalls();
  await closeEverything();
});
afterAll(() => market.release());

const meter = (page: Page) => page.getByTestId('risk-meter');
const stopOutOf = (text: string) => text.replace(/^.*\n/s, '');

test('a position is opened, valued at the mark, explained, and closed', async () => {
  const page = await openLever(product, 'trader', market);
  await lotsField(page).fill('25');
  const margin = await ticketFigure(page, 'margin').innerText();
  expect(margin).toContain('486.35 USDT');
  const stopOut = stopOutOf(await ticketFigure(page, 'stopOutAfter').innerText());
  await page.getByTestId('open-position').click();
  await leverOutcome(page).getByText('Position opened at 97,269.45.').waitFor();
  const card = positions(page).first();
  await card.getByText('25 lots ×5').waitFor();
  // The ticket promised the price at which the account is stopped out.
  await card.getByText(stopOut).waitFor();
  await market.price('98000');
  await card.getByTestId('profit').getByText('+18.26 USDT').waitFor();
  await card.getByTestId('close-position').click();
  await expect.poll(() => positions(page).count()).toBe(0);
  await page.getByRole('link', { name: 'My contracts' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.getByTestId('lever-history-row').first();
  await row.getByText('+18.26 USDT').waitFor();
  await row.getByRole('link').click();
  await page.getByTestId('lever-step').getByText('Closed at 98,000.00').waitFor();
  expect(await page.getByTestId('mark-sources').count()).toBe(2);
});

test('a limit order waits, opens at its price, and is closed by the target that was moved on the chart', async () => {
  const page = await openLever(product, 'trader', market, { viewport: DESKTOP });
  await page.getByText('Limit', { exact: true }).first().click();
  await page.getByRole('textbox', { name: /^Price/ }).fill('96000');
  await page.getByRole('checkbox').check();
  await page.getByRole('textbox', { name: /^Take profit/ }).fill('98000');
  await openPosition(page, '10');
  await leverOutcome(page).getByText('It opens when the price reaches 96,000.00.').waitFor();
  await page.getByRole('tab', { name: 'Pending (1)' }).click();
  await page.getByTestId('pending-order').getByText('96,000.00').waitFor();

  await market.price('95900');
  await page.getByRole('tab', { name: 'Positions (1)' }).click();
  await positions(page).getByText('95,919.18').waitFor();

  const target = page.getByRole('slider', { name: /^Take profit, Long 10 lots/ });
  await target.focus();
  await page.keyboard.press('PageDown');
  const chip = page.getByTestId('dragged-target');
  await chip.getByText('97,999.90').waitFor();
  await chip.getByRole('button', { name: 'Save' }).click();
  await positions(page).getByText('97,999.90').waitFor();

  await market.price('98100');
  await page.getByText('The mark price reached your take profit.').first().waitFor();
  await expect.poll(() => positions(page).count()).toBe(0);
});

test('a ticket that was left is as the user typed it, and each market has its own', async () => {
  const page = await openLever(product, 'trader', market);
  await page.getByText('Limit', { exact: true }).first().click();
  const price = page.getByRole('textbox', { name: /^Price/ });
  await price.fill('96000');
  await lotsField(page).fill('7');
  await page.getByRole('checkbox').check();
  const target = page.getByRole('textbox', { name: /^Take profit/ });
  await target.fill('98000');
  await page.getByRole('link', { name: 'My contracts' }).click();
  await page.getByRole('link', { name: 'History' }).waitFor();
  await page.goBack();
  await expect.poll(() => lotsField(page).inputValue()).toBe('7');
  expect(await price.inputValue()).toBe('96000');
  // A target that is kept shows, because it is sent with the order.
  expect(await target.inputValue()).toBe('98000');
  const other = await ContractMarket.open(product.server, 'ETH');
  await visitScreen(page, `/lever?id=${other.id}`);
  await expect.poll(() => lotsField(page).inputValue()).toBe('');
  await visitScreen(page, `/lever?id=${market.id}`);
  await expect.poll(() => lotsField(page).inputValue()).toBe('7');
});

test('without agreeing prices a close waits, and the position can be kept', async () => {
  const page = await openLever(product, 'trader', market);
  await openPosition(page, '10');
  await positions(page).waitFor();
  await market.freeze();
  await page.getByTestId('mark-state').getByText('No reliable price').waitFor();
  await positions(page).getByTestId('close-position').click();
  await positions(page).getByText('Closing').waitFor();
  await positions(page).getByRole('button', { name: 'Keep open' }).click();
  await positions(page).getByTestId('close-position').waitFor();
  await market.price(PRICE);
  await page.getByTestId('mark-state').getByText('Live').waitFor();
  expect(await positions(page).count()).toBe(1);
});

test('the meter warns before a stop-out, and the record of the stop-out shows what it saw', async () => {
  const page = await openLever(product, 'trader', market);
  await page.getByText('×100', { exact: true }).click();
  await page.getByRole('button', { name: '100%', exact: true }).click();
  await page.getByTestId('open-position').click();
  await positions(page).waitFor();
  await expect.poll(() => meter(page).getAttribute('data-level')).toBe('attention');
  await market.price('96900');
  await expect.poll(() => meter(page).getAttribute('data-level')).toBe('danger');
  await page.getByText(/^Your margin level is only/).waitFor();
  await market.price('96500');
  await expect.poll(() => positions(page).count()).toBe(0);
  await page.goto('/lever-my-trade?tab=history');
  const row = page.getByTestId('lever-history-row').first();
  await row.getByText(/The margin level fell to 50%/).waitFor();
  await row.getByRole('link').click();
  await page.getByTestId('stop-out-seen').getByText('Equity').waitFor();
});

test('a transfer takes what positions do not need, and the page says so before', async () => {
  const page = await openLever(product, 'trader', market);
  await openPosition(page, '10');
  await positions(page).waitFor();
  await market.price('96000');
  await page.goto('/transfer?coin=USDT&from=2&to=1');
  await expect.poll(() => page.locator('form').innerText()).toContain('can be transferred');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const all = Number((await amount.inputValue()).replaceAll(',', ''));
  await amount.fill(String(all + 1));
  await page.getByTestId('submit-transfer').click();
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Part of this balance is margin for your positions.').waitFor();
});

test('the assets show the equity of the contract account', async () => {
  const page = await product.openAs('trader');
  await page.goto('/assets');
  await page.getByRole('button', { name: /^Contracts/ }).click();
  await page.getByTestId('contract-equity').getByText('Equity').waitFor();
});

test('a user without verification sees the market, and where to verify', async () => {
  const page = await openLever(product, 'newcomer', market);
  await page.getByText('Complete identity verification to start trading.').waitFor();
  expect(await page.getByTestId('open-position').count()).toBe(0);
});

test('before the first order, the risk notice is read and accepted once', async () => {
  const { email } = ensure(
    DEMO_PEOPLE.find(({ isUserReal }) => !isUserReal),
    'the newcomer',
  );
  await product.server.certify(email, undefined, { acceptsRisks: false });
  const page = await openLever(product, 'newcomer', market);
  await page.getByRole('button', { name: 'Read the risk notice' }).click();
  const notice = page.getByRole('dialog', { name: 'Risks of contracts' });
  await notice.getByText('Too few accounts have traded contracts yet').waitFor();
  const accept = notice.getByTestId('accept-risk');
  expect(await accept.getAttribute('aria-disabled')).toBe('true');
  await notice.getByRole('checkbox').check();
  await accept.click();
  await page.getByTestId('open-position').waitFor();
  await page.reload();
  await page.getByTestId('open-position').waitFor();
});
