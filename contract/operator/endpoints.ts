/**
 * Method, path and audience of every call of the operators' server: plain data, like
 * `contract/endpoints.ts` for users. Schemas of the same names are in `routes.ts`.
 */

/** anonymous: no token needed. operator: the token of a session in `Authorization`. */
type OperatorAudience = 'anonymous' | 'operator';

export interface OperatorEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/operator/${string}`;
  readonly audience: OperatorAudience;
  /** Changes something: needs a `reason`, which the audit log stores with the change. */
  readonly isAudited?: true;
  /** The answer is the bytes of `data`, without an envelope. */
  readonly answersBytes?: true;
}

// Keeps the audience a literal type, because the type of a handler's context depends on it.
const get = (path: OperatorEndpoint['path']) =>
  ({ method: 'GET', path, audience: 'operator' }) as const;
const post = <A extends OperatorAudience>(path: OperatorEndpoint['path'], audience: A) =>
  ({ method: 'POST', path, audience }) as const;
const change = (path: OperatorEndpoint['path']) =>
  ({ method: 'POST', path, audience: 'operator', isAudited: true }) as const;

export const OPERATOR_ENDPOINTS = {
  signIn: post('/api/operator/session/sign_in', 'anonymous'),
  createGoogleKey: post('/api/operator/session/create_google_key', 'anonymous'),
  signOut: post('/api/operator/session/sign_out', 'operator'),
  getSession: get('/api/operator/session/current'),
  countQueues: get('/api/operator/queue/counts'),
  listVerifications: get('/api/operator/verification/list'),
  getVerification: get('/api/operator/verification/detail'),
  decideVerification: change('/api/operator/verification/decide'),
  listWithdrawals: get('/api/operator/withdrawal/list'),
  listDamagedWithdrawals: get('/api/operator/withdrawal/damaged'),
  getWithdrawal: get('/api/operator/withdrawal/detail'),
  approveWithdrawal: change('/api/operator/withdrawal/approve'),
  releaseWithdrawal: change('/api/operator/withdrawal/release'),
  rejectWithdrawal: change('/api/operator/withdrawal/reject'),
  resolveWithdrawal: change('/api/operator/withdrawal/resolve'),
  listFeedback: get('/api/operator/feedback/list'),
  getFeedback: get('/api/operator/feedback/detail'),
  replyFeedback: change('/api/operator/feedback/reply'),
  listDisputes: get('/api/operator/dispute/list'),
  getDispute: get('/api/operator/dispute/detail'),
  listDisputeMessages: get('/api/operator/dispute/messages'),
  writeDisputeMessage: change('/api/operator/dispute/write'),
  awardDispute: change('/api/operator/dispute/award'),
  listFiatAds: get('/api/operator/fiat_ad/list'),
  getFiatAd: get('/api/operator/fiat_ad/detail'),
  removeFiatAd: change('/api/operator/fiat_ad/remove'),
  getLifecycle: get('/api/operator/lifecycle/detail'),
  searchUsers: get('/api/operator/user/search'),
  getUser: get('/api/operator/user/detail'),
  disableUser: change('/api/operator/user/disable'),
  enableUser: change('/api/operator/user/enable'),
  removeAuthenticator: change('/api/operator/user/remove_authenticator'),
  setAgent: change('/api/operator/user/set_agent'),
  listNews: get('/api/operator/news/list'),
  getNews: get('/api/operator/news/detail'),
  previewNews: post('/api/operator/news/preview', 'operator'),
  saveNews: change('/api/operator/news/save'),
  publishNews: change('/api/operator/news/publish'),
  withdrawNews: change('/api/operator/news/withdraw'),
  listMarkets: get('/api/operator/market/list'),
  getMarketListing: get('/api/operator/market/listing'),
  addMarket: change('/api/operator/market/add'),
  setMarketStatus: change('/api/operator/market/set_status'),
  closeMarketOrders: change('/api/operator/market/close_orders'),
  getLeverDesk: get('/api/operator/lever_market/list'),
  setLeverMarketStatus: change('/api/operator/lever_market/set_status'),
  saveLeverTerms: change('/api/operator/lever_market/save_terms'),
  windDownLeverMarket: change('/api/operator/lever_market/wind_down'),
  keepLeverMarket: change('/api/operator/lever_market/keep'),
  askLeverMarket: change('/api/operator/lever_listing/ask'),
  approveLeverMarket: change('/api/operator/lever_listing/approve'),
  withdrawLeverMarket: change('/api/operator/lever_listing/withdraw'),
  askLeverFunding: change('/api/operator/lever_fund/ask'),
  approveLeverFunding: change('/api/operator/lever_fund/approve'),
  withdrawLeverFunding: change('/api/operator/lever_fund/withdraw'),
  getMicroDesk: get('/api/operator/micro_product/list'),
  setMicroProductStatus: change('/api/operator/micro_product/set_status'),
  saveMicroTerms: change('/api/operator/micro_product/save_terms'),
  addMicroProduct: change('/api/operator/micro_product/add'),
  askMicroFunding: change('/api/operator/micro_fund/ask'),
  approveMicroFunding: change('/api/operator/micro_fund/approve'),
  withdrawMicroFunding: change('/api/operator/micro_fund/withdraw'),
  getStakingDesk: get('/api/operator/staking_product/list'),
  setStakingProductState: change('/api/operator/staking_product/set_state'),
  saveStakingTerms: change('/api/operator/staking_product/save_terms'),
  addStakingProduct: change('/api/operator/staking_product/add'),
  askStakingFunding: change('/api/operator/staking_fund/ask'),
  approveStakingFunding: change('/api/operator/staking_fund/approve'),
  withdrawStakingFunding: change('/api/operator/staking_fund/withdraw'),
  getOfferingDesk: get('/api/operator/offering/list'),
  saveOffering: change('/api/operator/offering/save'),
  publishOffering: change('/api/operator/offering/publish'),
  cancelOffering: change('/api/operator/offering/cancel'),
  askOfferingFunding: change('/api/operator/offering_fund/ask'),
  approveOfferingFunding: change('/api/operator/offering_fund/approve'),
  withdrawOfferingFunding: change('/api/operator/offering_fund/withdraw'),
  listWalletCoins: get('/api/operator/wallet_coin/list'),
  saveWalletCoin: change('/api/operator/wallet_coin/save'),
  listChainHalts: get('/api/operator/chain_halt/list'),
  listForeignTransactions: get('/api/operator/chain_halt/transactions'),
  nameForeignTransaction: change('/api/operator/chain_halt/name'),
  acknowledgeChainHalt: change('/api/operator/chain_halt/acknowledge'),
  listSettings: get('/api/operator/setting/list'),
  saveSetting: change('/api/operator/setting/save'),
  getLedgerHealth: get('/api/operator/ledger/health'),
  continueUnverified: change('/api/operator/ledger/continue_unverified'),
  listJobs: get('/api/operator/job/list'),
  listAudit: get('/api/operator/audit/list'),
  listMailbox: get('/api/operator/mailbox/list'),
  readPicture: { ...get('/api/operator/picture/read'), answersBytes: true },
} as const satisfies Record<string, OperatorEndpoint>;

export type OperatorEndpointName = keyof typeof OPERATOR_ENDPOINTS;
