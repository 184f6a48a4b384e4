/** The screen of contract markets in the console: funds, new contracts, sources, status, terms, and an announced end. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useConsole } from '../../support/operator/console-of-file.ts';
import {
  consoleOf,
  openSection,
  REASON,
  sidewaysOf,
  violations,
} from '../../support/operator/console-page.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { removeContracts } from '../../support/lever/remove-contracts.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct(
  { MARKET_MAKER: 'off' },
  { keepsPages: true, prepare: (database) => removeContracts(database, ['LTC']) },
);
let operator: TestOperator;
const showConsole = useConsole(product, () => operator, { viewport: PHONE_SMALL });
beforeAll(async () => {
  operator = await signInOperator(product.server);
});

const rowOf = (page: Page) => page.getByRole('region', { name: 'ETH/USDT' });

/** Opens a form of the market, fills it in, and sends it. */
async function change(
  page: Page,
  button: string,
  submit: string,
  fill: (sheet: ReturnType<Page['getByRole']>) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await rowOf(page).getByRole('button', { name: button }).click();
  const sheet = page.getByRole('dialog');
  await fill(sheet);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: submit }).click();
  await sheet.waitFor({ state: 'hidden' });
}

test('the overview shows what the pool allows, and an alarm on every screen while it owes', async () => {
  const page = await consoleOf(product, operator);
  await page.getByRole('link', { name: /^Contract pool\s*Openings allowed$/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  // The answer of the server after a loss of the exchange, see tests/server/operator/operator-contract-funds.test.ts.
  await page.route('**/api/operator/queue/counts*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly data: object };
    const data = { ...answer.data, lever_guard: 'close', is_lever_pool_in_debt: true };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.reload();
  const alarm = page.getByRole('alert');
  await alarm.getByRole('link', { name: 'The contract pool is below zero. Add funds.' }).click();
  await page.getByRole('region', { name: 'Contract pool' }).waitFor();
  await page.getByRole('navigation').getByText('No openings').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('an operator adds to the pool, and a larger amount waits for a second operator', async () => {
  const page = await showConsole('/contracts');
  const pool = page.getByRole('region', { name: 'Contract pool' });
  const add = async (amount: string): Promise<void> => {
    await pool.getByRole('button', { name: 'Add or take funds' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Change of the pool').fill(amount);
    await sheet.getByLabel('Reason for the log').fill(REASON);
    await sheet.getByRole('button', { name: 'Add or take funds' }).click();
    await sheet.waitFor({ state: 'hidden' });
  };
  await add('500');
  const booked = page.getByRole('region', { name: 'Pool 500, insurance fund 0 USDT' });
  await booked.getByText('Booked').waitFor();
  await add('200000');
  const waiting = page.getByRole('region', { name: 'Pool 200,000, insurance fund 0 USDT' });
  await waiting.getByText('Awaiting approval').waitFor();
  await pool.getByText('1 request is awaiting approval by another operator.').waitFor();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Approve' }).click();
  await sheet.getByText('You can’t approve your own request.').waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('the page shows earned fees, how full each limit is, and the one that refuses next', async () => {
  const market = await ContractMarket.open(product.server, 'BTC');
  await market.price('97250');
  const user = await ContractUser.open(product.server, '1000');
  const { id } = await user.place(market, { direction: 'short' });
  const page = await showConsole('/contracts');
  const pool = page.getByRole('region', { name: 'Contract pool' });
  const rowIn = (part: ReturnType<Page['getByRole']>, name: string) =>
    part.locator('dl > div').filter({ hasText: name }).locator('dd');
  // Four fifths of the opening fee of 0.48615275.
  await expect.poll(() => rowIn(pool, 'Fees earned').innerText()).toBe('0.3889222 USDT');
  const limits = pool.getByRole('region', { name: 'Limits of openings' });
  await rowIn(limits, 'Refuses next').getByText('BTC/USDT · Net limit').waitFor();
  expect(await rowIn(limits, 'Loss if all prices move by 10%').innerText()).toMatch(
    /^97\.25 of 6,300,\d{3}(\.\d+)? USDT\s*0%$/,
  );
  const net = rowIn(page.getByRole('region', { name: 'BTC/USDT' }), 'Net limit');
  expect(await net.innerText()).toMatch(/^972\.5 of 5,000,000 USDT\s*0\.01%$/);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await user.ask('closeLeverPosition', { id });
  await market.release();
});

test('an operator requests a contract, which another operator must approve', async () => {
  const page = await showConsole('/contracts');
  const added = page.getByRole('region', { name: 'New contracts' });
  await added.getByRole('button', { name: 'Request a contract' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(/^Price of the sources: [\d.,]+ USDT$/).waitFor();
  const values = {
    'Lot size': '0.1',
    'Minimum lots': '1',
    'Maximum lots': '500',
    'Leverage (ascending, e.g. 2,5,10)': '2, 5, 10',
    'Spread (ppm)': '0',
    'Opening fee (ppm)': '0',
    'Overnight fee (ppm)': '200',
    'Net limit': '1000000',
    'Total limit': '4000000',
    'Limit per user': '250000',
  };
  for (const [label, value] of Object.entries(values)) await sheet.getByLabel(label).fill(value);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  const send = sheet.getByRole('button', { name: 'Request a contract' });
  await send.click();
  // Trades that cost nothing are refused.
  await expect
    .poll(() => sheet.getByLabel('Opening fee (ppm)').getAttribute('aria-invalid'))
    .toBe('true');
  await sheet.getByLabel('Opening fee (ppm)').fill('600');
  expect(await violations(page)).toEqual([]);
  await send.click();
  await sheet.waitFor({ state: 'hidden' });
  const request = page.getByRole('region', { name: 'LTC/USDT' });
  await request.getByText('Awaiting approval').waitFor();
  await request.getByRole('button', { name: 'Approve' }).click();
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Approve' }).click();
  await sheet.getByText('You can’t approve your own request.').waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
});

test('an operator changes terms and status of a contract, announces its end and withdraws it', async () => {
  const page = await showConsole();
  await openSection(page, 'Contracts');
  const pool = page.getByRole('region', { name: 'Contract pool' });
  await pool.getByText('Openings allowed').waitFor();
  await rowOf(page).getByText('Price sources').click();
  await rowOf(page)
    .getByText(/simulated-1: /)
    .waitFor();

  await change(page, 'Edit terms', 'Save', (sheet) => sheet.getByLabel('Spread (ppm)').fill('450'));
  await rowOf(page)
    .getByText(/Spread 0\.045%/)
    .waitFor();
  await change(page, 'Announce end', 'Announce end', (sheet) =>
    sheet.getByLabel('Notice in hours').fill('48'),
  );
  await rowOf(page)
    .getByText(/^Ends /)
    .waitFor();
  await rowOf(page).getByText('Close only').waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  await change(page, 'Withdraw end', 'Withdraw end');
  await rowOf(page).getByRole('button', { name: 'Announce end' }).waitFor();
  await change(page, 'Change status', 'Change status', (sheet) =>
    sheet.getByLabel('Status').selectOption('trading'),
  );
  await rowOf(page).getByText('Open', { exact: true }).waitFor();
  expect(await rowOf(page).getByTestId('last-act').innerText()).toContain(REASON);
});
