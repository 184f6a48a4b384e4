/** The screens of fast contracts and savings in the console: pool and fund, exposure, status, terms, new products. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useConsole } from '../../support/operator/console-of-file.ts';
import {
  openSection,
  REASON,
  sidewaysOf,
  violations,
} from '../../support/operator/console-page.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({ MARKET_MAKER: 'off', INDEX_LOG: 'on' }, { keepsPages: true });
let operator: TestOperator;
const showConsole = useConsole(product, () => operator, { viewport: PHONE_SMALL });
beforeAll(async () => {
  operator = await signInOperator(product.server);
});

type Place = Page | ReturnType<Page['getByRole']>;

/** Opens a form, fills it in, and sends it. */
async function change(
  page: Page,
  place: Place,
  button: string,
  fill: (sheet: ReturnType<Page['getByRole']>) => Promise<unknown>,
  submit = button,
): Promise<void> {
  await place.getByRole('button', { name: button }).click();
  const sheet = page.getByRole('dialog');
  await fill(sheet);
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: submit }).click();
  await sheet.waitFor({ state: 'hidden' });
}

test('an operator pauses a fast contract, changes its terms, adds a duration and funds the pool', async () => {
  const page = await showConsole();
  await openSection(page, 'Fast contracts');
  const pool = page.getByRole('region', { name: 'Fast contract pool' });
  await pool.getByText('Reserved for profits of open orders').waitFor();
  const bitcoin = page.getByRole('region', { name: 'BTC/USDT', exact: true });
  await bitcoin.getByText('Up: stakes 0, profits up to 0 USDT').waitFor();
  await bitcoin.getByText('Price sources').click();
  await bitcoin.getByText(/simulated-1: /).waitFor();

  const minute = page.getByRole('region', { name: 'BTC/USDT · 60 s' });
  await change(page, minute, 'Change status', async (sheet) => {
    await sheet.getByText('Open orders run until their expiry under every status.').waitFor();
    await sheet.getByLabel('Status').selectOption('halted');
  });
  await minute.getByText('Paused').waitFor();
  await minute.getByRole('button', { name: 'Edit terms' }).click();
  const sheet = page.getByRole('dialog');
  // A profit above the loss is refused before it is sent.
  await sheet.getByLabel('Loss rate (ppm)').fill('500000');
  await sheet.getByLabel('Reason for the log').fill(REASON);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sheet.getByLabel('Payout rate (ppm)').getAttribute('aria-invalid'))
    .toBe('true');
  await sheet.getByLabel('Payout rate (ppm)').fill('450000');
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await minute.getByText(/Payout rate 45%, loss rate 50%/).waitFor();
  await change(page, page, 'Add duration', (form) =>
    form.getByLabel('Duration in seconds').fill('45'),
  );
  await page.getByRole('region', { name: 'BTC/USDT · 45 s' }).getByText('Paused').waitFor();
  await change(page, pool, 'Add or take funds', (form) =>
    form.getByLabel('Change of the funds').fill('200000'),
  );
  const waiting = pool.getByRole('region', { name: '200,000 USDT' });
  await waiting.getByText('Awaiting approval').waitFor();
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test('an operator adds a savings product, opens it, and funds its dividends', async () => {
  const page = await showConsole();
  await openSection(page, 'Savings');
  await change(page, page, 'Add product', async (sheet) => {
    const values = {
      'Term in days': '7',
      'Daily rate (ppb)': '50000',
      'Lowest amount': '10',
      'Highest amount': '1000',
      'Limit per user': '2000',
      'Limit of all users': '100000',
    };
    for (const [label, value] of Object.entries(values)) await sheet.getByLabel(label).fill(value);
    expect(await violations(page)).toEqual([]);
  });
  const added = page.getByRole('region', { name: /· 7 days$/ });
  await added.getByText('Closed').waitFor();
  await change(page, added, 'Change status', (sheet) =>
    sheet.getByLabel('Status').selectOption('open'),
  );
  await added.getByText('Open', { exact: true }).waitFor();
  await change(
    page,
    added,
    'Edit terms',
    (sheet) => sheet.getByLabel('Limit of all users').fill('90000'),
    'Save',
  );
  await added.getByText(/Held 0 of 90,000/).waitFor();
  const fund = page.getByRole('region', { name: 'Savings fund' });
  expect(await fund.getByRole('columnheader').allInnerTexts()).toEqual([
    'Coin',
    'Free',
    'Promised to users',
  ]);
  const free = fund.getByRole('row', { name: /^USDT/ }).getByRole('cell').first();
  const freeAmount = async () => Number((await free.innerText()).replaceAll(',', ''));
  const before = await freeAmount();
  expect(before).toBeGreaterThan(10);
  await change(page, fund, 'Add or take funds', async (sheet) => {
    await sheet.getByLabel('Coin').selectOption({ label: 'USDT' });
    await sheet.getByLabel('Change of the funds').fill('-10');
  });
  await fund.getByRole('region', { name: '-10 USDT' }).getByText('Booked').waitFor();
  await expect.poll(freeAmount).toBe(before - 10);
  expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});
