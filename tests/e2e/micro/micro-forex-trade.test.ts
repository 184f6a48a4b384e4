/** A fast contract on a forex pair on its page, on a weekday: from its ticket to the check of its result. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { PHONE_SMALL } from '../../support/app-page.ts';
import { nextForexWeekend } from '../../support/micro/forex-week.ts';
import { addShortProduct, setIndex } from '../../support/micro/micro-users.ts';
import { useProduct } from '../../support/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { FAST, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';

const INSTRUMENT = 'EUR/USD';
/** Long enough for a slow machine to see it run and to move the price. */
const SECONDS = 12;
const PAGE = `/forex-micro-trade?${new URLSearchParams({ instrument: INSTRUMENT }).toString()}`;
const product = useProduct(
  { MARKET_MAKER: 'off', INDEX_LOG: 'on' },
  {
    keepsPages: true,
    prepare: (database) => addShortProduct(database, SECONDS, { instrument: INSTRUMENT }),
  },
);

let page: Page;
beforeAll(async () => {
  const { server } = product;
  const now = await server.controlAdvance(0);
  // Wednesday at noon.
  await server.controlAdvance(nextForexWeekend(now).opensAt + 62 * HOUR_MS - now);
  await setIndex(server, '1.0862', INSTRUMENT);
  const { accessToken: token } = await product.tokensOf('trader');
  dataOf(await transfer(server, { token }, { from: SPOT, to: FAST, amount: '100' }));
  page = await product.openAs('trader', { viewport: PHONE_SMALL, isOfFile: true });
});

/** Tries to place an order: on a slow machine the index can be late, and the page says so. */
async function isPlaced(): Promise<boolean> {
  await page.goto(PAGE);
  await page.locator('[data-testid="index-price"][data-pulse="live"]').waitFor();
  await page.getByText(`${SECONDS} s +`).click();
  await page.getByRole('textbox', { name: 'Stake' }).fill('10');
  await page.getByTestId('micro-down').click();
  const accepted = page.getByText('Accepted, with a signed receipt.');
  await accepted.or(page.getByText('There’s no fresh index price right now.')).first().waitFor();
  return accepted.isVisible();
}

test('an order on a fall opens at the price of the pair, is won, and its result can be checked', async () => {
  await expect.poll(isPlaced, { timeout: 40_000 }).toBe(true);
  const running = page.locator('[data-testid="micro-order"]:not([data-phase="opening"])');
  await running.waitFor();
  expect(await running.textContent()).toContain('1.08620');
  await setIndex(product.server, '1.0861', INSTRUMENT);
  await page.getByText(`${INSTRUMENT}: Won. Payout 18.5 USDT`).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByTestId('micro-history-row').first().click();
  await page.getByRole('dialog', { name: 'Result' }).getByText('Check this result').click();

  await page.getByTestId('verify-summary').waitFor();
  expect(await page.locator('[data-verdict="failed"]').count()).toBe(0);
  expect(await page.getByTestId('check-receipt').getAttribute('data-verdict')).toBe('passed');
});
