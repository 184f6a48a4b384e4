/** The trade screen of a user, and their orders as another device would place them. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RequestInput } from '../../../contract/routes.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Order, OrderSide } from '../../../contract/spot/spot.ts';
import type { AppOptions } from '../pages/app-page.ts';
import { dataOf } from '../users/accounts.ts';
import type { DemoUser, Product } from '../pages/product.ts';

export async function marketOf(
  product: Pick<Product, 'server'>,
  matchId: number,
): Promise<CurrencyMatch> {
  const groups = dataOf(await product.server.call('listCurrencyMatches', {}));
  const found = groups.flatMap(({ matches }) => matches).find(({ id }) => id === matchId);
  if (found === undefined) throw new Error(`no market ${matchId}`);
  return found;
}

/** `share` of the last price, on the market's tick. */
export function priceNear({ currency_quotation, price_scale }: CurrencyMatch, share = 1): string {
  return String(Number((Number(currency_quotation.close) * share).toFixed(price_scale)));
}

/** The ticket of a market, with its balances known. */
export async function openTrade(
  product: Product,
  person: DemoUser,
  matchId: number,
  options: AppOptions = {},
): Promise<Page> {
  const page = await product.openAs(person, options);
  await page.goto(`/trade?id=${matchId}`);
  await page.getByText(/^Available/).waitFor();
  await expect.poll(() => availableOn(page)).not.toBeNull();
  return page;
}

/** The available amount on the ticket; null while it is unknown. */
export async function availableOn(page: Page): Promise<number | null> {
  const text = await page.locator('dt:text-is("Available") + dd').innerText();
  return /\d/.test(text) ? Number(text.replaceAll(/[^\d.]/g, '')) : null;
}

export const priceField = (page: Page) => page.getByRole('textbox', { name: /^Price/ });
export const sizeField = (page: Page) =>
  page.getByRole('textbox', { name: /^(?:Amount|Quantity)/ });
export const outcomeOf = (page: Page) => page.getByTestId('ticket-outcome');
export const openOrders = (page: Page) => page.getByTestId('open-order');

/** The text that a screen reader reads after the name of a field. */
export const noteOf = (field: Locator) =>
  field.evaluate((node) =>
    (node.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

/** Scrolls a list that loads more at its end until it shows `count` rows. */
export async function showAll(rows: Locator, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(count);
}

export async function fillOrder(
  page: Page,
  order: { readonly side: OrderSide; readonly price?: string; readonly size: string },
): Promise<void> {
  await page
    .getByRole('radio', { name: order.side === 'buy' ? 'Buy' : 'Sell' })
    .check({ force: true });
  if (order.price !== undefined) await priceField(page).fill(order.price);
  await sizeField(page).fill(order.size);
}

/** Sends the ticket and waits until the server has accepted the order. */
export async function submitOrder(page: Page): Promise<void> {
  await page.getByTestId('submit-order').click();
  await page.locator('[data-testid=ticket-outcome][data-status=accepted]').waitFor();
}

/** Places an order over HTTP. */
export async function placeOrder(
  product: Pick<Product, 'server'>,
  token: string,
  order: RequestInput<'placeOrder'>,
): Promise<Order> {
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
  return dataOf(await product.server.call('placeOrder', order, { token, headers }));
}
