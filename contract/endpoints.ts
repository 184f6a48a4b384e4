/**
 * Method, path and audience of every HTTP call: plain data, so that the client can import it
 * without a schema library. Schemas of the same names are in `routes.ts`.
 */

/** anonymous: no token needed. user: access token. refresh: the refresh token in `Authorization`. */
type Audience = 'anonymous' | 'user' | 'refresh';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${'public' | 'private'}/${string}`;
  readonly audience: Audience;
  /** Whether the call moves money; it then takes a key, too. */
  readonly movesMoney?: true;
  /** Needs an `Idempotency-Key`, and runs once per key: a repeat gets the first answer again. */
  readonly takesKey?: true;
  /** Whether memory or a writer does the work: it goes on while calls wait for the database. */
  readonly worksFromMemory?: true;
  /** Multipart with the bytes of one picture in `file`; larger than other bodies. */
  readonly takesPicture?: true;
  /** The answer is the bytes of `data`, without an envelope. */
  readonly answersBytes?: true;
}

// Keeps the audience a literal type, because the type of a handler's context depends on it.
const get = <A extends Audience = 'anonymous'>(
  path: Endpoint['path'],
  audience: A = 'anonymous' as A,
) => ({ method: 'GET', path, audience }) as const;
const post = <A extends Audience = 'anonymous'>(
  path: Endpoint['path'],
  audience: A = 'anonymous' as A,
) => ({ method: 'POST', path, audience }) as const;

const postKeyed = <P extends Endpoint['path']>(path: P) =>
  ({ method: 'POST', path, audience: 'user', takesKey: true }) as const;
const postMoney = <P extends Endpoint['path']>(path: P) =>
  ({ ...postKeyed(path), movesMoney: true }) as const;

const fromMemory = <E extends object>(endpoint: E) =>
  ({ ...endpoint, worksFromMemory: true }) as const;

export const ENDPOINTS = {
  listAreas: get('/api/public/default/area_list'),
  getSetting: get('/api/public/default/setting'),
  signIn: post('/api/public/user/login'),
  register: post('/api/public/user/register'),
  sendEmailCode: post('/api/public/notify/send_email'),
  sendSmsCode: post('/api/public/notify/send_sms'),
  resetPassword: post('/api/public/user/forget_password'),
  holdUser: post('/api/public/user/hold'),
  refreshTokens: get('/api/public/user/refresh_token', 'refresh'),
  getUserInfo: get('/api/private/user/info', 'user'),
  signOut: post('/api/private/user/logout', 'user'),
  listNews: get('/api/public/news/list'),
  getNews: get('/api/public/news/info'),
  listCurrencyMatches: fromMemory(get('/api/public/market/currency_matches')),
  listDeals: fromMemory(get('/api/public/market/deal')),
  listCandles: get('/api/public/market/kline'),
  getDepth: fromMemory(get('/api/public/market/depth')),
  listForexTickers: fromMemory(get('/api/public/forex/tickers')),
  getForexTicker: fromMemory(get('/api/public/forex/ticker')),
  listForexCandles: get('/api/public/forex/kline'),
  listAccounts: get('/api/private/account/list', 'user'),
  getAccount: get('/api/private/account/detail', 'user'),
  placeOrder: fromMemory(postMoney('/api/private/spot/place_order')),
  cancelOrder: fromMemory(post('/api/private/spot/cancel_order', 'user')),
  cancelAllOrders: fromMemory(post('/api/private/spot/cancel_all_orders', 'user')),
  listOpenOrders: fromMemory(get('/api/private/spot/open_orders', 'user')),
  listOrderHistory: get('/api/private/spot/order_history', 'user'),
  getOrder: get('/api/private/spot/order_detail', 'user'),
  getCommandOutcome: get('/api/private/command/outcome', 'user'),
  getSecurity: get('/api/private/user/security', 'user'),
  amendPassword: post('/api/private/user/amend_password', 'user'),
  amendPayPassword: post('/api/private/user/amend_pay_password', 'user'),
  createGoogleKey: post('/api/private/user/create_google_key', 'user'),
  bindGoogle: post('/api/private/user/bind_google', 'user'),
  unbindGoogle: post('/api/private/user/unbind_google', 'user'),
  listSessions: get('/api/private/user/session_list', 'user'),
  endOtherSessions: post('/api/private/user/end_other_sessions', 'user'),
  sendOwnCode: post('/api/private/notify/send_code', 'user'),
  getAuthorizationCode: get('/api/private/user/authorization_code', 'user'),
  getVerification: get('/api/private/user_real/center', 'user'),
  submitVerification: post('/api/private/user_real/real_name', 'user'),
  uploadPicture: {
    ...post('/api/public/common/image_upload'),
    takesPicture: true,
  },
  readPicture: { ...get('/api/private/common/picture', 'user'), answersBytes: true },
  getInvite: get('/api/private/user/invite', 'user'),
  listInvitees: get('/api/private/user/invitee_list', 'user'),
  addTeamMember: post('/api/private/agent/add_member', 'user'),
  getTeam: get('/api/private/agent/team', 'user'),
  listCollectionMethods: get('/api/private/collection_method/list', 'user'),
  saveCollectionMethod: post('/api/private/collection_method/save', 'user'),
  removeCollectionMethod: post('/api/private/collection_method/remove', 'user'),
  createFeedback: postKeyed('/api/private/feedback/create'),
  replyFeedback: post('/api/private/feedback/reply', 'user'),
  listFeedback: get('/api/private/feedback/list', 'user'),
  getFeedback: get('/api/private/feedback/detail', 'user'),
  getRiskDisclosure: get('/api/public/risk/disclosure'),
  getRiskStanding: get('/api/private/risk/standing', 'user'),
  acknowledgeRisk: post('/api/private/risk/acknowledge', 'user'),
  listWalletCoins: get('/api/private/wallet/coins', 'user'),
  getDepositAddress: get('/api/private/deposit/address', 'user'),
  claimFaucet: postMoney('/api/private/deposit/faucet'),
  listDeposits: get('/api/private/deposit/list', 'user'),
  getDeposit: get('/api/private/deposit/detail', 'user'),
  listWithdrawalAddresses: get('/api/private/withdrawal_address/list', 'user'),
  bindWithdrawalAddress: post('/api/private/withdrawal_address/bind', 'user'),
  removeWithdrawalAddress: post('/api/private/withdrawal_address/remove', 'user'),
  getWithdrawalTerms: get('/api/private/withdrawal/terms', 'user'),
  createWithdrawal: postMoney('/api/private/withdrawal/create'),
  cancelWithdrawal: post('/api/private/withdrawal/cancel', 'user'),
  listWithdrawals: get('/api/private/withdrawal/list', 'user'),
  getWithdrawal: get('/api/private/withdrawal/detail', 'user'),
  createTransfer: postMoney('/api/private/transfer/create'),
  listTransfers: get('/api/private/transfer/list', 'user'),
  getTransfer: get('/api/private/transfer/detail', 'user'),
  getFiatMarket: get('/api/private/fiat/market', 'user'),
  getFiatReference: get('/api/private/fiat/reference', 'user'),
  listFiatAds: get('/api/private/fiat_ad/list', 'user'),
  getFiatAd: get('/api/private/fiat_ad/detail', 'user'),
  listOwnFiatAds: get('/api/private/fiat_ad/own_list', 'user'),
  getOwnFiatAd: get('/api/private/fiat_ad/own_detail', 'user'),
  postFiatAd: postMoney('/api/private/fiat_ad/post'),
  editFiatAd: post('/api/private/fiat_ad/edit', 'user'),
  suspendFiatAd: post('/api/private/fiat_ad/suspend', 'user'),
  resumeFiatAd: post('/api/private/fiat_ad/resume', 'user'),
  cancelFiatAd: post('/api/private/fiat_ad/cancel', 'user'),
  getShop: get('/api/private/shop/detail', 'user'),
  getOwnShop: get('/api/private/shop/own', 'user'),
  openShop: post('/api/private/shop/open', 'user'),
  closeShop: post('/api/private/shop/close', 'user'),
  getFiatStanding: get('/api/private/fiat_order/standing', 'user'),
  createFiatOrder: postMoney('/api/private/fiat_order/create'),
  listFiatOrders: get('/api/private/fiat_order/list', 'user'),
  getFiatOrder: get('/api/private/fiat_order/detail', 'user'),
  cancelFiatOrder: post('/api/private/fiat_order/cancel', 'user'),
  declareFiatPayment: post('/api/private/fiat_order/declare_payment', 'user'),
  confirmFiatReceipt: post('/api/private/fiat_order/confirm_receipt', 'user'),
  postponeFiatConfirmation: post('/api/private/fiat_order/postpone', 'user'),
  markFiatOrderAbnormal: post('/api/private/fiat_order/mark_abnormal', 'user'),
  applyRightsProtection: post('/api/private/fiat_order/apply_rights_protection', 'user'),
  withdrawRightsProtection: post('/api/private/fiat_order/withdraw_rights_protection', 'user'),
  listFiatMessages: get('/api/private/fiat_message/list', 'user'),
  sendFiatMessage: post('/api/private/fiat_message/send', 'user'),
  readFiatMessages: post('/api/private/fiat_message/read', 'user'),
  listLeverMarkets: fromMemory(get('/api/public/lever/markets')),
  getLeverMark: get('/api/public/lever/mark'),
  placeLeverOrder: fromMemory(postMoney('/api/private/lever/place_order')),
  cancelLeverOrder: fromMemory(post('/api/private/lever/cancel_order', 'user')),
  cancelAllLeverOrders: fromMemory(post('/api/private/lever/cancel_all_orders', 'user')),
  amendLeverTargets: fromMemory(post('/api/private/lever/amend_targets', 'user')),
  closeLeverPosition: fromMemory(post('/api/private/lever/close', 'user')),
  withdrawLeverClose: fromMemory(post('/api/private/lever/withdraw_close', 'user')),
  closeAllLeverPositions: fromMemory(post('/api/private/lever/close_all', 'user')),
  getLeverAccount: fromMemory(get('/api/private/lever/account', 'user')),
  listLeverOrders: fromMemory(get('/api/private/lever/orders', 'user')),
  listLeverHistory: get('/api/private/lever/history', 'user'),
  getLeverOrder: get('/api/private/lever/detail', 'user'),
  listIndexTicks: get('/api/public/index/ticks'),
  listIndexMinutes: get('/api/public/index/minute'),
  listMicroProducts: fromMemory(get('/api/public/micro/products')),
  placeMicroOrder: fromMemory(postMoney('/api/private/micro/place_order')),
  listMicroOrders: fromMemory(get('/api/private/micro/open_orders', 'user')),
  listMicroHistory: get('/api/private/micro/history', 'user'),
  getMicroOrder: get('/api/private/micro/detail', 'user'),
  getMicroSettlement: get('/api/public/micro/settlement'),
  getMicroFairness: get('/api/public/micro/fairness'),
  listMicroResults: get('/api/public/micro/results'),
  getMicroLimits: get('/api/private/micro/limits', 'user'),
  setMicroLimits: post('/api/private/micro/set_limits', 'user'),
  listStakingProducts: get('/api/public/staking/products'),
  subscribeStaking: postMoney('/api/private/staking/subscribe'),
  listStakingPositions: get('/api/private/staking/positions', 'user'),
  getStakingPosition: get('/api/private/staking/detail', 'user'),
  listOfferings: get('/api/public/ieo/list'),
  getOffering: get('/api/public/ieo/detail'),
  getOfferingAllocation: get('/api/public/ieo/allocation'),
  subscribeOffering: postMoney('/api/private/ieo/subscribe'),
  listIeoSubscriptions: get('/api/private/ieo/subscriptions', 'user'),
  getIeoSubscription: get('/api/private/ieo/subscription', 'user'),
  getPushKey: get('/api/private/push/key', 'user'),
  subscribePush: post('/api/private/push/subscribe', 'user'),
  unsubscribePush: post('/api/private/push/unsubscribe', 'user'),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Calls that run once per `Idempotency-Key`. */
export type KeyedEndpointName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N] extends { takesKey: true } ? N : never;
}[EndpointName];

/** Calls with text fields and an answer in the envelope: all but the calls with a picture. */
export type TextEndpointName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N] extends { takesPicture: true } | { answersBytes: true }
    ? never
    : N;
}[EndpointName];
