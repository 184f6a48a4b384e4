/** Prices of few thousandths of a cent read the same in ticket, sheet, orders and book. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { brokenFigures } from '../../support/pages/figures-on-page.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import { findMarket } from '../../support/spot/orders.ts';
import { storeScale } from '../../support/market/stored-scale.ts';
import {
  fillOrder,
  openOrders,
  openTrade,
  placeOrder,
  priceField,
  submitOrder,
} from '../../support/spot/trade-page.ts';
import { visitScreen } from '../../support/pages/visit.ts';

const STORED_SCALE = 10;
// Empty order books, so that every order belongs to one of these tests.
const product = useProduct(
  { MARKET_MAKER: 'off' },
  { keepsPages: true, prepare: (database) => storeScale(database, 'SHIB', STORED_SCALE) },
);
const QUANTITY = '150000';
const QUANTITY_TEXT = '150,000';

beforeAll(async () => {
  for (const code of ['PEPE', 'SHIB'])
    await product.server.grant(demoAccount('merchant'), code, '100000000');
});

/** Returns a price of the market with a digit in its last decimal place. */
function priceOf({ match, priceAt }: Awaited<ReturnType<typeof findMarket>>, factor: number) {
  const near = priceAt(factor).padEnd('0.'.length + match.price_scale, '0');
  return `${near.slice(0, -1)}7`;
}

test.each([
  ['PEPE', 8],
  ['SHIB', STORED_SCALE],
])('an order of %s, with %i decimals of a price', async (code, scale) => {
  const market = await findMarket(product.server, code);
  const { id, match } = market;
  expect(match.price_scale).toBe(scale);
  const { accessToken } = await product.tokensOf('merchant');
  const [asked, bid] = [priceOf(market, 1.02), priceOf(market, 0.98)];
  await placeOrder(product, accessToken, {
    currency_match_id: id,
    side: 'sell',
    type: 'limit',
    price: asked,
    quantity: QUANTITY,
  });
  const page = await openTrade(product, 'trader', match.id, { viewport: PHONE_SMALL });
  const row = (side: 'buy' | 'sell') => page.getByTestId(`book-${side}`);
  await expect.poll(() => row('sell').innerText()).toMatch(asText(asked, QUANTITY_TEXT));
  await row('sell').getByRole('button').click();
  await expect.poll(() => priceField(page).inputValue()).toBe(asked);

  await fillOrder(page, { side: 'buy', price: bid, size: QUANTITY });
  await page.getByRole('button', { name: 'How it’s calculated' }).click();
  const sheet = page.getByRole('dialog', { name: 'How the total and fee are calculated' });
  await sheet.getByText(`${bid} USDT × ${QUANTITY_TEXT} ${code} =`).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.getByTestId('submit-order').getByText(`Buy ${QUANTITY_TEXT} ${code}`).waitFor();
  await submitOrder(page);

  await expect.poll(() => row('buy').innerText()).toMatch(asText(bid, QUANTITY_TEXT));
  await seesOrder(page, bid, code);
  expect(await brokenFigures(openOrders(page))).toEqual([]);
  await openOrders(page).getByRole('link').first().click();
  await page.waitForURL('**/trade-detail?id=*');
  await page.getByText(`${bid} USDT`, { exact: true }).waitFor();
  await page.getByText(`${QUANTITY_TEXT} ${code}`, { exact: true }).waitFor();
  await visitScreen(page, '/trade?view=history');
  const past = page.getByTestId('history-order').filter({ hasText: `${code}/USDT` });
  await past.getByText(`${bid} USDT`, { exact: true }).waitFor();
  await past.getByText(`0 / ${QUANTITY_TEXT} ${code}`, { exact: true }).waitFor();
  expect(await brokenFigures(past)).toEqual([]);
});

async function seesOrder(page: Page, price: string, code: string): Promise<void> {
  const order = openOrders(page).filter({ hasText: `${code}/USDT` });
  await order.getByText(`${price} USDT`, { exact: true }).waitFor();
  await order.getByText(`0 / ${QUANTITY_TEXT} ${code}`, { exact: true }).waitFor();
}

/** The cells of a row of the book. */
const asText = (price: string, quantity: string) =>
  new RegExp(`^${price.replaceAll('.', '\\.')}\\s+${quantity}$`);
