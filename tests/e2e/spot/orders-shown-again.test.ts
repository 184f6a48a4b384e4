/** Changes of orders that happened while another screen was open are there after the return. */
import { expect, test } from 'vitest';
import { useProduct } from '../../support/pages/product.ts';
import { holdSignIn } from '../../support/pages/held-sign-in.ts';
import { shownAfter } from '../../support/pages/noted-sentences.ts';
import {
  marketOf,
  openOrders,
  openTrade,
  placeOrder,
  priceNear,
  showAll,
} from '../../support/spot/trade-page.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

test('an order that was canceled on the ticket is canceled in the history and on its page', async () => {
  const market = await marketOf(product, 1);
  const { accessToken } = await product.tokensOf('trader');
  const order = await placeOrder(product, accessToken, {
    currency_match_id: '1',
    side: 'buy',
    type: 'limit',
    price: priceNear(market, 0.95),
    quantity: '0.01',
  });
  const page = await openTrade(product, 'trader', 1);
  const rows = page.getByTestId('history-order');
  const openHistory = () =>
    page.locator('header').getByRole('link', { name: 'Order history' }).click();

  await openOrders(page).getByRole('link').click();
  await page.getByTestId('order-state').getByText('Open').waitFor();
  await page.goBack();
  await openHistory();
  await rows.getByText('Open').waitFor();
  await page.goBack();
  await shownAfter(page, 'Order canceled', () =>
    openOrders(page)
      .getByRole('button', { name: /^Cancel order/ })
      .click(),
  );
  await expect.poll(() => openOrders(page).count()).toBe(0);

  await openHistory();
  await rows.getByText('Canceled').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.click();
  await page.waitForURL(`**/trade-detail?id=${order.id}`);
  await page.getByTestId('order-state').getByText('Canceled').waitFor();
  await page.getByRole('status').getByText('You canceled this order.').waitFor();
});

/** A sell order of a trader, and a page of theirs whose socket may not sign in yet. */
async function openUntold(matchId: number) {
  const market = await marketOf(product, matchId);
  const [seller, buyer] = [await product.tokensOf('trader'), await product.tokensOf('merchant')];
  const common = {
    currency_match_id: String(matchId),
    type: 'limit',
    price: priceNear(market),
  } as const;
  const order = await placeOrder(product, seller.accessToken, {
    ...common,
    side: 'sell',
    quantity: '0.2',
  });
  const page = await product.open({ tokens: seller });
  let signIn = () => {};
  const maySignIn = new Promise<void>((resolve) => (signIn = resolve));
  await holdSignIn(page, () => maySignIn);
  const fillHalf = () =>
    placeOrder(product, buyer.accessToken, { ...common, side: 'buy', quantity: '0.1' });
  return { page, order, fillHalf, signIn };
}

test('a change of an order before the socket is signed in is shown once it is', async () => {
  const { page, order, fillHalf, signIn } = await openUntold(2);
  await page.goto(`/trade-detail?id=${order.id}`);
  await page.getByTestId('order-state').getByText('Open').waitFor();
  await fillHalf();
  signIn();

  await page.getByTestId('order-state').getByText('Partially filled').waitFor();
});

test('a change of an order of the history before the socket is signed in is shown once it is', async () => {
  const { page, fillHalf, signIn } = await openUntold(1);
  await page.goto('/trade?view=history&market=1&side=sell');
  const rows = page.getByTestId('history-order');
  await rows.getByText('Open').waitFor();
  await fillHalf();
  signIn();

  await rows.getByText('Partially filled').waitFor();
});

test('an answer that was in transit during a missed change is replaced', async () => {
  const { page, order, fillHalf, signIn } = await openUntold(3);
  const tries: string[] = [];
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/order_detail*', async (route) => {
    const isFirst = tries.push(route.request().url()) === 1;
    const response = await route.fetch();
    if (isFirst) {
      await fillHalf();
      signIn();
      await mayAnswer;
    }
    await route.fulfill({ response });
  });
  await page.goto(`/trade-detail?id=${order.id}`);
  await expect.poll(() => tries.length).toBe(2);
  answer();

  await page.getByTestId('order-state').getByText('Partially filled').waitFor();
});

test('back from an old order restores its place in the history', async () => {
  const market = await marketOf(product, 4);
  const { accessToken } = await product.tokensOf('merchant');
  const count = 45;
  for (let placed = 0; placed < count; placed += 1)
    await placeOrder(product, accessToken, {
      currency_match_id: '4',
      side: 'buy',
      type: 'limit',
      price: priceNear(market, 0.95),
      quantity: '0.1',
    });
  const page = await product.openAs('merchant');
  await page.goto('/trade?view=history&market=4&side=buy');
  const rows = page.getByTestId('history-order');
  await rows.first().waitFor();
  await showAll(rows, count);
  // A row before the end of the list, because the end would load more by itself.
  const old = rows.nth(32);
  await old.evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const scrolledPx = () =>
    page
      .locator('main')
      .locator('..')
      .evaluate(({ scrollTop }) => scrollTop);
  const leftPx = await scrolledPx();

  await old.click();
  await page.waitForURL('**/trade-detail?*');
  await page.goBack();

  await old.waitFor();
  await expect.poll(scrolledPx).toBe(leftPx);
});
