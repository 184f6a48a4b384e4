/** Notices of executed orders show on every screen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import type { DemoUser } from '../../support/pages/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { listenAt } from '../../support/pages/listening-page.ts';
import { holdSignIn } from '../../support/pages/held-sign-in.ts';
import { useProduct } from '../../support/pages/product.ts';
import { noteSentences, shownAfter } from '../../support/pages/noted-sentences.ts';
import { within } from '../../support/within.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

let keys = 0;

async function place(
  person: DemoUser,
  order: { readonly side: Order['side']; readonly quantity: string; readonly price: string },
): Promise<Order> {
  const { accessToken: token } = await product.tokensOf(person);
  const headers = { 'idempotency-key': `fill-notices-key-${(keys += 1)}` };
  const fields = { currency_match_id: '1', type: 'limit' as const, ...order };
  return dataOf(await product.server.call('placeOrder', fields, { token, headers }));
}

/** The last price of the first market, BTC/USDT. */
async function lastPrice(): Promise<string> {
  const [group] = dataOf(await product.server.call('listCurrencyMatches', {}));
  return ensure(group?.matches[0], 'a market').currency_quotation.close;
}

/**
 * Visits `path` with a socket that the test can keep from signing in again: it is away from then on, even
 * if the server restarts. Resolves once the page receives the user's own records.
 */
async function visitWithGate(page: Page, path: string): Promise<{ hold(): () => void }> {
  let mayPass = Promise.resolve();
  const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>();
  await holdSignIn(
    page,
    () => mayPass,
    (message) => {
      if (message.includes('"USER"')) heard();
    },
  );
  await page.goto(path);
  await within(isHeard, 'the page to hear of what is its own');
  return {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      mayPass = promise;
      return resolve;
    },
  };
}

/** Every notice of an executed order. */
const OF_FILLS = /filled: (?:sold|bought)/i;

test('a fill while another tab is open is shown, and links to the order', async () => {
  const price = await lastPrice();
  const resting = await place('trader', { side: 'buy', quantity: '0.02', price });
  const page = await product.openAs('trader');
  await listenAt(page, '/assets');

  const sell = () => place('merchant', { side: 'sell', quantity: '0.01', price });
  // The notice stays under the pointer until it is clicked.
  const held = { isHeld: true };
  await shownAfter(page, 'Partially filled: bought 0.01 BTC (BTC/USDT)', sell, held);
  await shownAfter(page, 'Filled: bought 0.02 BTC (BTC/USDT)', sell, held);
  expect(await page.getByText(/filled: bought/i).count()).toBe(1);

  await page.getByRole('button', { name: 'View details' }).click();
  await page.waitForURL(`**/trade-detail?id=${resting.id}`);
  await page.getByRole('heading', { name: 'Trade details' }).waitFor();
});

test('a long notice has the width of a narrow phone, and its button stands below the text', async () => {
  const price = await lastPrice();
  await place('trader', { side: 'buy', quantity: '0.02', price });
  const page = await product.openAs('trader', { viewport: PHONE_SMALL, locale: 'de-DE' });
  await listenAt(page, '/assets');
  const said = 'Teilweise ausgeführt: 0,01 BTC (BTC/USDT) gekauft';
  const sell = () => place('merchant', { side: 'sell', quantity: '0.01', price });
  await shownAfter(page, said, sell, { isHeld: true });

  const text = ensure(await page.getByText(said).boundingBox(), 'the text');
  const details = page.getByRole('button', { name: 'Details ansehen' });
  const button = ensure(await details.boundingBox(), 'the button');
  expect(text.width).toBeGreaterThan(PHONE_SMALL.width * 0.6);
  expect(button.y + button.height / 2).toBeGreaterThan(text.y + text.height);
  expect(button.x + button.width).toBeLessThanOrEqual(PHONE_SMALL.width);
  // The back button of the screen stays free.
  expect(text.y).toBeGreaterThan(56);
  // Later tests begin with an empty book.
  await sell();
});

test('a fill is shown on the chart page and on the page of another order', async () => {
  const price = await lastPrice();
  const lower = String(Math.round(Number(price) * 0.95));
  const other = await place('trader', { side: 'buy', quantity: '0.01', price: lower });
  await place('trader', { side: 'buy', quantity: '0.03', price });
  const chart = await product.openAs('trader');
  const detail = await product.openAs('trader');
  await listenAt(chart, '/coinKline?id=1&symbol=BTC%2FUSDT');
  await listenAt(detail, `/trade-detail?id=${other.id}`);
  const said = 'Filled: bought 0.03 BTC (BTC/USDT)';
  await shownAfter(chart, said, () =>
    shownAfter(detail, said, () => place('merchant', { side: 'sell', quantity: '0.03', price })),
  );
});

test('a fill is shown at the ticket of another pair', async () => {
  const price = await lastPrice();
  await place('trader', { side: 'buy', quantity: '0.04', price });
  const desk = await product.openAs('trader');
  await listenAt(desk, '/trade?id=2');
  await shownAfter(desk, 'Filled: bought 0.04 BTC (BTC/USDT)', () =>
    place('merchant', { side: 'sell', quantity: '0.04', price }),
  );
});

test('no notice is shown where the orders are on screen, nor to other users', async () => {
  const price = await lastPrice();
  const resting = await place('trader', { side: 'buy', quantity: '0.01', price });
  const buyer = await product.openAs('trader');
  const seller = await product.openAs('merchant');
  const bystander = await product.openAs('agent');
  await buyer.goto(`/trade-detail?id=${resting.id}`);
  await buyer.getByTestId('order-state').getByText('Open').waitFor();
  await seller.goto('/trade?id=1');
  await bystander.goto('/home');
  await bystander.getByTestId('market-row').first().waitFor();
  await seller.getByText('Available').first().waitFor();
  const said = await Promise.all(
    [buyer, seller, bystander].map((page) => noteSentences(page, OF_FILLS)),
  );
  await place('merchant', { side: 'sell', quantity: '0.03', price });
  await seller
    .getByText(/0\.01.*0\.03/)
    .first()
    .waitFor();
  await buyer.getByTestId('order-state').getByText('Filled').waitFor();
  expect(await Promise.all(said.map((read) => read()))).toEqual([[], [], []]);
});

// The last test, because a failure in its middle leaves the server down.
test('a fill while the page and then the server were away is shown, a cancellation is not', async () => {
  const price = await lastPrice();
  await place('trader', { side: 'buy', quantity: '0.05', price });
  const lower = String(Math.round(Number(price) * 0.95));
  const other = await place('trader', { side: 'buy', quantity: '0.06', price: lower });
  const page = await product.openAs('trader');
  const gate = await visitWithGate(page, '/assets');
  // Waits for all scripts: a page without one of its scripts reloads when the server is away.
  await page.getByTestId('holding').first().waitFor();
  const said = await noteSentences(page, OF_FILLS);

  const letPass = gate.hold();
  await product.server.restart();
  const { accessToken: token } = await product.tokensOf('trader');
  dataOf(await product.server.call('cancelOrder', { id: other.id }, { token }));
  await place('merchant', { side: 'sell', quantity: '0.05', price });
  expect(await said()).toEqual([]);
  letPass();
  await expect.poll(said, { timeout: 90_000 }).toEqual(['Filled: bought 0.05 BTC (BTC/USDT)']);
});
