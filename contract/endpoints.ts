/**
 * Method, path and audience of every HTTP call: plain data, so that the client can import it
 * without a schema library. Schemas of the same names are in `routes.ts`.
 */

/** anonymous: no token needed. user: access token. refresh: the refresh token in `Authorization`. */
export type Audience = 'anonymous' | 'user' | 'refresh';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${'public' | 'private'}/${string}`;
  readonly audience: Audience;
  /** Whether the call moves money: it then needs an `Idempotency-Key`, and runs once per key. */
  readonly movesMoney?: true;
}

// The audience stays a literal: the context a handler gets depends on it.
const get = <A extends Audience = 'anonymous'>(
  path: Endpoint['path'],
  audience: A = 'anonymous' as A,
) => ({ method: 'GET', path, audience }) as const;
const post = <A extends Audience = 'anonymous'>(
  path: Endpoint['path'],
  audience: A = 'anonymous' as A,
) => ({ method: 'POST', path, audience }) as const;

const postMoney = (path: Endpoint['path']) =>
  ({ method: 'POST', path, audience: 'user', movesMoney: true }) as const;

export const ENDPOINTS = {
  listAreas: get('/api/public/default/area_list'),
  getSetting: get('/api/public/default/setting'),
  signIn: post('/api/public/user/login'),
  register: post('/api/public/user/register'),
  sendEmailCode: post('/api/public/notify/send_email'),
  sendSmsCode: post('/api/public/notify/send_sms'),
  resetPassword: post('/api/public/user/forget_password'),
  refreshTokens: get('/api/public/user/refresh_token', 'refresh'),
  getUserInfo: get('/api/private/user/info', 'user'),
  signOut: post('/api/private/user/logout', 'user'),
  listNews: get('/api/public/news/list'),
  getNews: get('/api/public/news/info'),
  listCurrencyMatches: get('/api/public/market/currency_matches'),
  listDeals: get('/api/public/market/deal'),
  listCandles: get('/api/public/market/kline'),
  getDepth: get('/api/public/market/depth'),
  listForexTickers: get('/api/public/forex/tickers'),
  getForexTicker: get('/api/public/forex/ticker'),
  listForexCandles: get('/api/public/forex/kline'),
  listAccounts: get('/api/private/account/list', 'user'),
  getAccount: get('/api/private/account/detail', 'user'),
  placeOrder: postMoney('/api/private/spot/place_order'),
  cancelOrder: post('/api/private/spot/cancel_order', 'user'),
  cancelAllOrders: post('/api/private/spot/cancel_all_orders', 'user'),
  listOpenOrders: get('/api/private/spot/open_orders', 'user'),
  listOrderHistory: get('/api/private/spot/order_history', 'user'),
  getOrder: get('/api/private/spot/order_detail', 'user'),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
