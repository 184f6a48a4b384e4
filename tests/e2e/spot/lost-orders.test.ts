/** An order whose response is lost: the app asks for its result and sends nothing that the trader did not request. */
import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { loseAnswer } from '../../support/pages/lost-answer.ts';
import { useProduct, type DemoUser } from '../../support/pages/product.ts';
import {
  availableOn,
  fillOrder,
  marketOf,
  openOrders,
  openTrade,
  outcomeOf,
  placeOrder,
  priceNear,
  sizeField,
} from '../../support/spot/trade-page.ts';

// An empty order book, so that every order belongs to this test.
const product = useProduct({ MARKET_MAKER: 'off' }, { keepsPages: true, isOwnProcess: true });

const UNKNOWN = 'We didn’t get a response';
const NO_CONNECTION = 'No connection. You can place orders once it’s back.';
const NOT_PLACED = 'Your order wasn’t placed, and it won’t be.';

/** Requests under way: how often an order was sent, and the result of each. */
async function onTheWay(page: Page, fate: (route: Route) => Promise<void>) {
  const keys: (string | undefined)[] = [];
  const isPlacing = (url: string) => url.endsWith('/place_order');
  page.on('request', (request) => {
    if (isPlacing(request.url())) keys.push(request.headers()['idempotency-key']);
  });
  await page.route('**/place_order', fate);
  return { keys, pass: () => page.unroute('**/place_order') };
}

/** Drops the request; a retry would place the order for the first time. */
const loseOrder = (route: Route) => route.abort('connectionreset');

async function sendOrder(page: Page, market: Parameters<typeof priceNear>[0]): Promise<void> {
  await fillOrder(page, { side: 'buy', price: priceNear(market, 0.95), size: '100' });
  await page.getByTestId('submit-order').click();
}

/** Reads a user's open orders, as another device would. */
async function ordersOf(person: DemoUser, matchId: number) {
  const { accessToken: token } = await product.tokensOf(person);
  const request = { currency_match_id: String(matchId) };
  return dataOf(await product.server.call('listOpenOrders', request, { token }));
}

/** Stops the server after the order was lost and restarts it; the page may ask in between. */
async function loseServer(page: Page, way: { pass(): Promise<void> }): Promise<void> {
  await outcomeOf(page).getByText(UNKNOWN).waitFor();
  await way.pass();
  await product.server.kill();
  await page.getByText(NO_CONNECTION).waitFor();
  await page.getByRole('button', { name: 'Check again' }).click();
  await product.server.restart();
  await outcomeOf(page).getByText(NOT_PLACED).waitFor();
}

/** Cuts the network off for 90 s after the order was lost. */
async function loseNetwork(page: Page, way: { pass(): Promise<void> }): Promise<void> {
  await outcomeOf(page).getByText(UNKNOWN).waitFor();
  await page.context().setOffline(true);
  await way.pass();
  await product.server.controlAdvance(90_000);
  await page.getByText('Once it’s back, we’ll check', { exact: false }).waitFor();
  const askAgain = page.getByRole('button', { name: 'Check again' });
  expect(await askAgain.getAttribute('aria-disabled')).toBe('true');
  await page.context().setOffline(false);
  await outcomeOf(page).getByText(NOT_PLACED).waitFor();
}

describe('an order that never arrived', () => {
  test('is not resent when the server is back: the page finds that it was not placed, and a tap places it', async () => {
    const market = await marketOf(product, 8);
    const page = await openTrade(product, 'merchant', 8);
    const way = await onTheWay(page, loseOrder);
    await sendOrder(page, market);
    await loseServer(page, way);
    expect(await sizeField(page).inputValue()).toBe('100');
    expect(way.keys).toHaveLength(1);
    expect(await ordersOf('merchant', 8)).toEqual([]);

    await page.getByTestId('submit-order').click();
    await outcomeOf(page).getByText('waiting in the order book').waitFor();
    expect(new Set(way.keys).size).toBe(2);
    expect(way.keys).toHaveLength(2);
    expect(await ordersOf('merchant', 8)).toHaveLength(1);
  });

  test('is not executed later at another price: a market order, too, waits for a tap', async () => {
    const { accessToken: token } = await product.tokensOf('merchant');
    const resting = await placeOrder(product, token, {
      currency_match_id: '1',
      side: 'sell',
      type: 'limit',
      price: priceNear(await marketOf(product, 1)),
      quantity: '0.1',
    });
    const executed = async () =>
      dataOf(await product.server.call('getOrder', { id: resting.id }, { token }))
        .executed_quantity;
    const page = await openTrade(product, 'trader', 1);
    await page.getByRole('radio', { name: 'Market', exact: true }).check({ force: true });
    const way = await onTheWay(page, loseOrder);
    await fillOrder(page, { side: 'buy', size: '100' });
    await page.getByTestId('submit-order').click();
    await loseNetwork(page, way);
    expect(await sizeField(page).inputValue()).toBe('100');
    expect(way.keys).toHaveLength(1);
    expect(Number(await executed())).toBe(0);

    await page.getByTestId('submit-order').click();
    await outcomeOf(page).getByText('Order filled at an average price', { exact: false }).waitFor();
    expect(new Set(way.keys).size).toBe(2);
    expect(way.keys).toHaveLength(2);
    expect(Number(await executed())).toBeGreaterThan(0);
  });

  test('is not placed when the network is back 90 s later', async () => {
    const market = await marketOf(product, 9);
    const page = await openTrade(product, 'trader', 9);
    const way = await onTheWay(page, loseOrder);
    await sendOrder(page, market);
    await loseNetwork(page, way);
    expect(way.keys).toHaveLength(1);
    expect(await ordersOf('trader', 9)).toEqual([]);
  });

  test('is refused when it arrives after its latest time, whatever delayed it', async () => {
    const market = await marketOf(product, 9);
    const page = await openTrade(product, 'trader', 9);
    await onTheWay(page, async (route) => {
      await product.server.controlAdvance(LIMITS.command_valid_ms + 1_000);
      await route.continue();
    });
    await sendOrder(page, market);
    await outcomeOf(page).getByText('This took too long', { exact: false }).waitFor();
    expect(await ordersOf('trader', 9)).toEqual([]);
  });
});

describe('an order that arrived without its answer', () => {
  test.each([0, 90_000])('is shown as placed, once, %i ms later', async (passMs) => {
    const matchId = passMs === 0 ? 10 : 11;
    const market = await marketOf(product, matchId);
    const page = await openTrade(product, 'trader', matchId);
    const isHeard = Promise.withResolvers<void>();
    // The server cannot be asked until the time has passed.
    await page.route('**/command/outcome?*', async (route) => {
      await isHeard.promise;
      await route.continue();
    });
    const way = await onTheWay(page, loseAnswer);
    await sendOrder(page, market);
    await outcomeOf(page).getByText(UNKNOWN).waitFor();
    if (passMs > 0) await product.server.controlAdvance(passMs);
    isHeard.resolve();

    await outcomeOf(page).getByText('waiting in the order book').waitFor();
    await expect.poll(() => openOrders(page).count()).toBe(1);
    expect(await sizeField(page).inputValue()).toBe('');
    expect(way.keys).toHaveLength(1);
    expect(await ordersOf('trader', matchId)).toHaveLength(1);
  });

  test('is found when the live connection does not recover', async () => {
    const market = await marketOf(product, 7);
    const page = await product.openAs('trader', { isKept: 'context' });
    let isBlocked = false;
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket('**/ws', (socket) => {
      if (isBlocked) return socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.goto('/trade?id=7');
    await expect.poll(() => availableOn(page)).not.toBeNull();
    const way = await onTheWay(page, loseAnswer);
    await page.route('**/command/outcome?*', (route) => route.abort('connectionreset'));
    await sendOrder(page, market);
    await outcomeOf(page).getByText(UNKNOWN).waitFor();
    isBlocked = true;
    for (const socket of sockets) await socket.close();
    await page.getByText(NO_CONNECTION).waitFor();
    const askAgain = page.getByRole('button', { name: 'Check again' });
    expect(await askAgain.getAttribute('aria-disabled')).toBeNull();
    await page.unroute('**/command/outcome?*');

    await outcomeOf(page).getByText('waiting in the order book').waitFor();
    expect(way.keys).toHaveLength(1);
    expect(await ordersOf('trader', 7)).toHaveLength(1);
    // The server buys nothing at old prices.
    expect(await page.getByTestId('submit-order').getAttribute('aria-disabled')).toBe('true');
  });

  test('is found by a user who was on another screen when the server came back', async () => {
    const market = await marketOf(product, 12);
    const page = await openTrade(product, 'merchant', 12);
    const way = await onTheWay(page, loseAnswer);
    await page.route('**/command/outcome?*', (route) => route.abort('connectionreset'));
    await sendOrder(page, market);
    await outcomeOf(page).getByText(UNKNOWN).waitFor();
    await page.getByRole('link', { name: 'Assets' }).click();
    await page.waitForURL('**/assets*');
    // A page whose script does not load in the restart is loaded again, and a new page lists the order only.
    await page.getByTestId('holding').first().waitFor();
    await product.server.restart();
    await page.unroute('**/command/outcome?*');
    await page.getByRole('link', { name: 'Trade', exact: true }).click();

    await outcomeOf(page).getByText('waiting in the order book').waitFor();
    expect(way.keys).toHaveLength(1);
    expect(await ordersOf('merchant', 12)).toHaveLength(1);
  });
});

test('an order cannot be sent while the device is offline, and can when the network is back', async () => {
  const market = await marketOf(product, 8);
  const page = await openTrade(product, 'trader', 8);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/place_order')) sent += 1;
  });
  await fillOrder(page, { side: 'buy', price: priceNear(market, 0.95), size: '100' });
  const button = page.getByTestId('submit-order');

  await page.context().setOffline(true);
  await page.getByText(NO_CONNECTION).waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  const noteId = await button.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${noteId}"]`).innerText()).toBe(NO_CONNECTION);
  // The button is marked as disabled but takes the focus; neither a tap nor the keyboard sends.
  await button.click({ force: true });
  await button.press('Enter');
  await sizeField(page).press('Enter');

  await page.context().setOffline(false);
  await page.getByText(NO_CONNECTION).waitFor({ state: 'detached' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  expect(await outcomeOf(page).getAttribute('data-status')).toBe('editing');
  expect(sent).toBe(0);

  await button.click();
  await outcomeOf(page).getByText('waiting in the order book').waitFor();
  expect(sent).toBe(1);
});
