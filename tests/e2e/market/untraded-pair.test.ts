/** A pair without a trade: no screen shows a price of zero, and the first trade brings a price to all of them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { PHONE } from '../../support/pages/app-page.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { demoAccount, useProduct } from '../../support/pages/product.ts';
import { openMarket } from '../../support/spot/new-market.ts';
import { placeOrder } from '../../support/spot/orders.ts';
import { priceField } from '../../support/spot/trade-page.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newTrader } from '../../support/users/test-user.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });
const PAIR = 'DOGE/ETH';

/** Adds the pair and opens it. @returns its number. */
async function openPair(): Promise<string> {
  const operator = await signInOperator(product.server);
  const { currencies } = await operator.ask('getMarketListing', {});
  const idOf = (code: string): string =>
    String(ensure(currencies.find((each) => each.currency_code === code)?.currency_id, code));
  return openMarket(operator, { token: idOf('DOGE'), pay: idOf('ETH') });
}

const rowOf = (page: Page) => page.getByTestId('market-row').filter({ hasText: PAIR });
const figuresOf = async (page: Page) => ({
  price: await rowOf(page).getByTestId('price').innerText(),
  change: await rowOf(page).getByTestId('change').innerText(),
});

test('it has a dash and its starting price, then the price of its first trade', async () => {
  const { server } = product;
  const id = await openPair();
  await server.grant(demoAccount('trader'), 'DOGE', '1000');
  const page = await product.openAs('trader', { viewport: PHONE });

  await page.goto('/market');
  await page.getByRole('tab', { name: 'ETH', exact: true }).click();
  await rowOf(page).getByText('No trades yet').waitFor();
  expect(await figuresOf(page)).toEqual({ price: '—', change: '—' });

  await page.goto(`/coinKline?id=${id}&symbol=${PAIR}`);
  await page.getByText('No trades yet. Starting price: 0.5000 ETH').waitFor();
  expect(await page.getByTestId('price').first().innerText()).toBe('—');

  await page.goto(`/trade?id=${id}`);
  await page.getByText('No trades yet. Starting price: 0.5000 ETH').waitFor();
  await expect.poll(() => priceField(page).inputValue()).toBe('0.5');

  const [seller, buyer] = [
    await newTrader(server, { DOGE: '1000' }),
    await newTrader(server, { ETH: '1000' }),
  ];
  const order = { currency_match_id: id, type: 'limit', price: '0.45', quantity: '10' } as const;
  dataOf(await placeOrder(server, seller, { ...order, side: 'sell' }));
  dataOf(await placeOrder(server, buyer, { ...order, side: 'buy' }));
  await expect.poll(() => page.getByTestId('untraded').count()).toBe(0);
  await expect.poll(() => page.getByTestId('price').allInnerTexts()).toContain('0.4500');

  await page.goto('/market');
  await page.getByRole('tab', { name: 'ETH', exact: true }).click();
  await expect
    .poll(() => figuresOf(page))
    .toEqual({ price: '0.4500', change: expect.stringContaining('0.00') });
});
