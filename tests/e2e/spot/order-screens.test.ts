/** The screens of orders on a small phone, and while their market is halted. */
import { expect, test } from 'vitest';
import { PHONE_SMALL } from '../../support/app-page.ts';
import { useProduct } from '../../support/product.ts';
import { marketOf, openOrders, placeOrder, priceNear } from '../../support/trade-page.ts';

const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true });

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
  await page.route('**/currency_matches', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('"trading"', '"halted"');
    await route.fulfill({ response: answer, body: text });
  });
  await page.goto('/trade?id=2');
  await openOrders(page).first().waitFor();
  await page.getByText('Trading in this market is paused.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
  await page.goto(`/trade-detail?id=${order.id}`);
  await page.getByText('Trading in this market is paused.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});
