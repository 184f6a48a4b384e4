/** What becomes of an order whose answer is lost: nothing is sent that the trader has not asked for. */
import { expect, test } from 'vitest';
import { useProduct } from '../support/product.ts';
import {
  fillOrder,
  marketOf,
  openOrders,
  openTrade,
  outcomeOf,
  placeOrder,
  priceNear,
  sizeField,
} from '../support/trade-page.ts';

// An empty book: every order here is of this test.
const product = useProduct({ MARKET_MAKER: 'off' });
const MARKET_ID = 8;

test('an order without an answer is not sent again when the server is back, only by a tap', async () => {
  const market = await marketOf(product, MARKET_ID);
  const page = await openTrade(product, 'merchant', MARKET_ID);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/place_order')) sent += 1;
  });
  // It never arrives: sent again, it would be placed for the first time.
  await page.route('**/place_order', (route) => route.abort('connectionreset'));
  await fillOrder(page, { side: 'buy', price: priceNear(market, 0.95), size: '100' });
  await page.getByTestId('submit-order').click();
  await page.getByText('No answer came').waitFor();
  await page.unroute('**/place_order');
  await product.server.restart();
  // The page has reconnected once it shows what another device does.
  const { accessToken } = await product.tokensOf('merchant');
  await placeOrder(product, accessToken, {
    currency_match_id: String(MARKET_ID),
    side: 'buy',
    type: 'limit',
    price: priceNear(market, 0.94),
    quantity: '100',
  });
  await expect.poll(() => openOrders(page).count()).toBe(1);
  await page.getByText('No answer came').waitFor();
  expect(sent).toBe(1);

  await page.getByRole('button', { name: 'Ask again' }).click();
  await outcomeOf(page).getByText('waits in the book').waitFor();
  await expect.poll(() => openOrders(page).count()).toBe(2);
  expect(sent).toBe(2);
});

test('an order can not be sent while the device is offline, and can when the network is back', async () => {
  const market = await marketOf(product, MARKET_ID);
  const page = await openTrade(product, 'trader', MARKET_ID);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/place_order')) sent += 1;
  });
  await fillOrder(page, { side: 'buy', price: priceNear(market, 0.95), size: '100' });
  const button = page.getByTestId('submit-order');
  const whyNot = 'No connection. You can place orders again when it is back.';

  await page.context().setOffline(true);
  await page.getByText(whyNot).waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const noteId = await button.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${noteId}"]`).innerText()).toBe(whyNot);
  // The button says that it is disabled but takes the focus: neither a tap nor the keyboard sends.
  await button.click({ force: true });
  await button.press('Enter');
  await sizeField(page).press('Enter');

  await page.context().setOffline(false);
  await page.getByText(whyNot).waitFor({ state: 'detached' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  expect(await outcomeOf(page).getAttribute('data-status')).toBe('editing');
  expect(sent).toBe(0);

  await button.click();
  await outcomeOf(page).getByText('waits in the book').waitFor();
  expect(sent).toBe(1);
});
