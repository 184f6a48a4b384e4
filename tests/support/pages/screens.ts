/** The screens of the app with the users who see them, and records for the screens of one record. */
import { assert, ensure } from '../../../contract/assert.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { openTicket } from '../desk/feedback-tickets.ts';
import { eventually } from '../eventually.ts';
import { newKey } from '../idempotency-key.ts';
import { orderOf } from '../lever/contract-users.ts';
import { dataOf } from '../users/accounts.ts';
import { demoAccount, demoTokens, type DemoUser } from './product.ts';
import type { TestServer } from '../servers/test-server.ts';
import { marketOf, placeOrder, priceNear } from '../spot/trade-page.ts';
import { transfer } from '../users/transfers.ts';

export type Viewer = DemoUser | 'nobody';

/** Addresses of all screens that need no record of their own. */
export const SCREENS: Readonly<Record<Viewer, readonly string[]>> = {
  nobody: ['/login', '/register', '/forget', '/hold', '/micro-verify', '/micro-fairness'],
  trader: [
    '/home',
    '/market',
    '/trade',
    '/trade?view=history',
    '/coinKline?id=1&symbol=BTC/USDT',
    '/forexKline?symbol=EURUSD',
    '/notice-center',
    '/help-center',
    '/activity-center',
    '/about-us',
    '/private-policy',
    '/user-center',
    '/secure-center?view=collection-edit',
    '/assets',
    '/recharge',
    '/recharge-record',
    '/withdrawal',
    '/withdrawal-record',
    '/transfer',
    '/transfer-record',
    '/fiat?coin=USDT&fiat=CNY',
    '/lever?id=1',
    '/storage-currency-list',
    '/storage-currency-list?product=1',
    '/storage-currency-history',
    '/ieo-list',
    '/ieo-details?id=2',
    '/ieo-details?id=3',
    '/ieo-history',
    '/lever-my-trade',
    '/lever-my-trade?tab=pending',
    '/lever-my-trade?tab=history',
    '/shop?id=1&coin=USDT&fiat=CNY',
    '/my-shop',
  ],
  // A user who has just signed up sees forms instead of their results.
  newcomer: [
    '/user-center',
    '/user-review',
    '/secure-center',
    '/secure-center?view=google',
    '/secure-center?view=collection',
    '/change-login-passwd',
    '/change-pay-passwd',
    '/share-code',
    '/share-code?view=code',
    '/feedback',
    '/feedback-list',
    '/my-shop',
  ],
  // A user with a shop and ads.
  merchant: ['/my-shop', '/my-shop?state=suspended', '/fiat-ad', '/fiat-ad?id=1'],
  agent: ['/share-code?view=team'],
};

/** Lists of articles whose first entry opens the details screen. */
export const DETAILS = [
  { list: 'notice', category: '3', path: '/notice-details' },
  { list: 'help', category: '4', path: '/help-details' },
  { list: 'activity', category: '5', path: '/activity-details' },
  { list: 'about', category: '6', path: '/about-us-content' },
] as const;

/** Fills both sides of the order book and the list of trades. @returns the resting order of the trader. */
export async function tradeSome(server: TestServer) {
  const market = await marketOf({ server }, 1);
  await server.grant(demoAccount('merchant'), 'BTC', '1');
  const place = async (person: DemoUser, side: OrderSide, share: number) => {
    const { accessToken } = await demoTokens(server, person);
    const price = priceNear(market, share);
    const terms = { currency_match_id: '1', type: 'limit', quantity: '0.001' } as const;
    return placeOrder({ server }, accessToken, { ...terms, side, price });
  };
  for (const share of [1.01, 1.02, 1.03]) await place('merchant', 'sell', share);
  await place('trader', 'buy', 1.01);
  return place('trader', 'buy', 0.95);
}

/** Takes a deposit from the faucet. @returns it as soon as it is listed. */
export async function depositOfTrader(server: TestServer) {
  const { accessToken: token } = await demoTokens(server, 'trader');
  const headers = { 'idempotency-key': 'deposit-of-the-trader' };
  dataOf(
    await server.call(
      'claimFaucet',
      { currency_id: '1', chain: 'development' },
      { token, headers },
    ),
  );
  return eventually(async () => {
    const { deposits } = dataOf(await server.call('listDeposits', {}, { token }));
    return ensure(deposits[0], 'a deposit');
  });
}

/** Takes a part of the first ad that sells USDT for CNY. @returns the order. */
export async function takeFirstAd(server: TestServer) {
  const { accessToken: token } = await demoTokens(server, 'trader');
  const wish = { side: 'buy', currency_id: '1', fiat_code: 'CNY' } as const;
  const { ads } = dataOf(await server.call('listFiatAds', wish, { token }));
  const ad = ensure(ads[0], 'an ad');
  const headers = { 'idempotency-key': 'fiat-order-of-the-trader' };
  const fields = {
    ad_id: ad.id,
    price: ensure(ad.price ?? undefined, 'a price'),
    amount: ad.min_amount,
    payment_kind: ensure(ad.payment_kinds[0], 'a payment kind'),
  };
  return dataOf(await server.call('createFiatOrder', fields, { token, headers }));
}

/** Opens a contract position with targets, and places a limit order. @returns the position. */
export async function positionOfTrader(server: TestServer): Promise<LeverOrderInfo> {
  const { accessToken: token } = await demoTokens(server, 'trader');
  const { spot: from, contract: to } = ACCOUNT_TYPES;
  dataOf(await transfer(server, { token }, { from, to, amount: '1000' }));
  // A server that has just started has no marks before its sources agree.
  const market = await eventually(async () => {
    const [first] = dataOf(await server.call('listLeverMarkets', {}));
    assert(first?.mark_state === 'live', 'a contract market has a live mark');
    return first;
  });
  const { id, mark, price_scale: scale } = market;
  const part = (share: number) => (Number(mark) * share).toFixed(scale).replace(/\.?0+$/, '');
  const place = async (fields: Partial<RequestInput<'placeLeverOrder'>>) =>
    dataOf(
      await server.call('placeLeverOrder', orderOf(String(id), fields), {
        token,
        headers: { 'idempotency-key': newKey() },
      }),
    );
  await place({ type: 'limit', price: part(0.9) });
  return eventually(() => place({ take_profit: part(1.2), stop_loss: part(0.5) }));
}

/** Opens a ticket. @returns its id. */
export async function ticketOfTrader(server: TestServer): Promise<string> {
  const { accessToken: token } = await demoTokens(server, 'trader');
  const ticket = { type: 'deposit', title: 'A deposit', content: 'Where is my deposit?' } as const;
  return dataOf(await openTicket(server, token, ticket)).id;
}

/** Makes one record of each kind. @returns the addresses of their screens, all of the demo trader. */
export async function addRecords(server: TestServer): Promise<string[]> {
  const order = await tradeSome(server);
  const deposit = await depositOfTrader(server);
  const fiatOrder = await takeFirstAd(server);
  const ticket = await ticketOfTrader(server);
  const position = await positionOfTrader(server);
  const articles = DETAILS.map(async ({ category, path }) => {
    const news = dataOf(await server.call('listNews', { category_id: category }));
    return `${path}?id=${ensure(news[0], path).id}`;
  });
  return [
    `/trade-detail?id=${order.id}`,
    `/recharge-record?id=${deposit.id}`,
    '/fiat-orders',
    `/fiat-order?id=${fiatOrder.id}`,
    `/feedback-details?id=${ticket}`,
    `/lever-my-trade?id=${position.id}`,
    ...(await Promise.all(articles)),
  ];
}
