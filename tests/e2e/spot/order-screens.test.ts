/** The screens of orders on a small phone, and while their market is halted. The ticket while prices arrive. */
import { expect, test } from 'vitest';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { PHONE_SMALL } from '../../support/pages/app-page.ts';
import { useProduct } from '../../support/pages/product.ts';
import {
  marketOf,
  openOrders,
  placeOrder,
  priceField,
  priceNear,
} from '../../support/spot/trade-page.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });
/** A market in which the demo users may trade, and no other test does. */
const ETH_IN_BTC = 37;

test('price, amount, fee and role of a trade are readable in German on a small phone', async () => {
  const market = await marketOf(product, 1);
  const [trader, merchant] = await Promise.all([
    product.tokensOf('trader'),
    product.tokensOf('merchant'),
  ]);
  const common = { currency_match_id: '1', type: 'limit', price: priceNear(market) } as const;
  const resting = { ...common, side: 'buy', quantity: '0.01237' } as const;
  await placeOrder(product, trader.accessToken, resting);
  const order = await placeOrder(product, merchant.accessToken, { ...resting, side: 'sell' });

  const page = await product.openAs('merchant', { viewport: PHONE_SMALL, locale: 'de-DE' });
  await page.goto(`/trade-detail?id=${order.id}`);
  const table = page.getByRole('table');
  await table.getByText(`Menge (${market.base_currency_code})`).waitFor();
  await table.getByText('Taker').waitFor();
  await expect.poll(() => table.getByText(/^\d{2,3}\.\d{3},\d{2}$/).count()).toBe(1);
  const hiddenPx = () =>
    table.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth);
  await expect.poll(hiddenPx).toBe(0);
});

test('an order of a halted market offers no cancellation, and its page shows the reason', async () => {
  const market = await marketOf(product, 2);
  const { accessToken } = await product.tokensOf('trader');
  const order = await placeOrder(product, accessToken, {
    currency_match_id: '2',
    side: 'buy',
    type: 'limit',
    price: priceNear(market, 0.95),
    quantity: '0.1',
  });
  const page = await product.openAs('trader');
  await routeCalls(page, 'market/currency_matches', async (call) => {
    const answer = await call.fetch();
    const text = (await answer.text()).replaceAll('"trading"', '"halted"');
    await call.fulfill(JSON.parse(text));
  });
  await page.goto('/trade?id=2');
  await openOrders(page).first().waitFor();
  await page.getByText('Trading in this market is paused.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
  await page.goto(`/trade-detail?id=${order.id}`);
  await page.getByText('Trading in this market is paused.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

test('the first live price does not replace a price whose field the user is in', async () => {
  const market = await marketOf(product, ETH_IN_BTC);
  const moved = priceNear(market, 1.02);
  const typed = priceNear(market, 0.95);
  const page = await product.openAs('trader', { isKept: 'context' });
  let passOn: (message: string) => void = () => undefined;
  let newest = '';
  await page.routeWebSocket('**/ws', (socket) => {
    passOn = (message) => socket.send(message);
    socket.connectToServer().onMessage((message) => {
      const text = String(message);
      if (text.includes('DAY_MARKET')) newest = text;
      else socket.send(message);
    });
  });
  await page.goto(`/trade?id=${ETH_IN_BTC}`);
  await expect.poll(() => priceField(page).inputValue()).not.toBe('');
  await priceField(page).focus();
  await priceField(page).selectText();
  for (const [person, side] of [
    ['merchant', 'sell'],
    ['trader', 'buy'],
  ] as const)
    await placeOrder(product, (await product.tokensOf(person)).accessToken, {
      currency_match_id: String(ETH_IN_BTC),
      side,
      type: 'limit',
      price: moved,
      quantity: '1',
    });
  await expect.poll(() => newest).toContain(moved);
  passOn(newest);
  await page.getByRole('button', { name: moved }).waitFor();
  await page.keyboard.insertText(typed);
  expect(await priceField(page).inputValue()).toBe(typed);
});
