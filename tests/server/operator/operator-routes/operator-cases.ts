/** Every call that requires an operator's session. A missing call does not compile. */
import type { OPERATOR_ENDPOINTS } from '../../../../contract/operator/endpoints.ts';
import type { OperatorEndpointName } from '../../../../contract/operator/endpoints.ts';
import type { Fields } from '../../edge/private-routes/access-table.ts';
import { unverifyLedger } from '../../../support/ledger/unverified-ledger.ts';
import { UNKNOWN, type AuditedCase } from './audited-case.ts';
import { NEWS_TEXTS } from './operator-world.ts';
import type { OperatorWorld } from './operator-world.ts';
import { PRODUCT_CASES } from './product-cases.ts';
import { newMarket } from '../../../support/spot/new-market.ts';

export type ClosedName = {
  [N in OperatorEndpointName]: (typeof OPERATOR_ENDPOINTS)[N]['audience'] extends 'operator'
    ? N
    : never;
}[OperatorEndpointName];
export type AuditedName = {
  [N in OperatorEndpointName]: (typeof OPERATOR_ENDPOINTS)[N] extends { isAudited: true }
    ? N
    : never;
}[OperatorEndpointName];

/** Calls that change nothing: well-formed, with ids that do not exist. */
export const READING: Record<Exclude<ClosedName, AuditedName>, Fields> = {
  signOut: {},
  getSession: {},
  countQueues: {},
  listVerifications: {},
  getVerification: { id: '999999999' },
  listWithdrawals: {},
  listDamagedWithdrawals: {},
  listChainHalts: {},
  listForeignTransactions: { id: '999999999' },
  getWithdrawal: { id: '999999999' },
  listFeedback: {},
  getFeedback: { id: '999999999' },
  listDisputes: {},
  getDispute: { id: '999999999' },
  listDisputeMessages: { id: '999999999' },
  listFiatAds: {},
  getFiatAd: { id: '999999999' },
  getLifecycle: { kind: 'fiat-order', id: '999999999' },
  searchUsers: { text: 'nobody@example.org' },
  getUser: { id: '999999999' },
  listNews: { category_id: '3' },
  getNews: { id: '999999999' },
  previewNews: { content: '<p>x</p>' },
  listMarkets: {},
  getMarketListing: {},
  getLeverDesk: {},
  getMicroDesk: {},
  getStakingDesk: {},
  getOfferingDesk: {},
  listWalletCoins: {},
  listSettings: {},
  getLedgerHealth: {},
  listJobs: {},
  listAudit: {},
  listMailbox: {},
  readPicture: { id: '00000000-0000-4000-8000-000000000000' },
};

const user = ({ userId }: OperatorWorld) => ['user', userId] as const;
const news = ({ newsId }: OperatorWorld) => ['news', newsId] as const;
const market = ({ marketId }: OperatorWorld) => ['market', marketId] as const;
const leverMarket = ({ leverMarketId }: OperatorWorld) => ['lever_market', leverMarketId] as const;
const leverFund = () => ['lever_fund', 'contracts'] as const;
const leverListing = () => ['lever_listing', 'contracts'] as const;
const UNKNOWN_LEVER = { id: '99999' };
const LEVER_TERMS = {
  lots_min: '2',
  lots_max: '500',
  multiples: '2,5,10',
  spread_ppm: '400',
  fee_ppm: '600',
  night_ppm: '200',
  net_limit: '1000000',
  gross_limit: '4000000',
  owner_limit: '250000.5',
};
const onUser = (world: OperatorWorld) => ({ id: world.userId });
const unknownUser = { request: UNKNOWN, error: 'user_not_found' } as const;
const unknownNews = { request: UNKNOWN, error: 'news_not_found' } as const;
const TERMS = { can_deposit: '1', can_withdraw: '0', min_deposit: '0.5' };
const AMOUNTS = { min_withdrawal: '20', withdrawal_fee: '1.25' };

export const AUDITED: Record<AuditedName, AuditedCase> = {
  decideVerification: {
    request: ({ reviewId }) => ({ id: reviewId, verdict: 'fail', verdict_reason: 'data_differs' }),
    action: 'review.fail',
    subject: ({ reviewId }) => ['review', reviewId],
    unknown: { request: { ...UNKNOWN, verdict: 'certify' }, error: 'review_not_found' },
    again: 'already_decided',
  },
  approveWithdrawal: {
    request: ({ withdrawalId }) => ({ id: withdrawalId }),
    action: 'withdrawal.approve',
    subject: ({ withdrawalId }) => ['withdrawal', withdrawalId],
    unknown: { request: UNKNOWN, error: 'review_not_found' },
    again: 'already_decided',
  },
  releaseWithdrawal: {
    request: ({ parkedWithdrawalId }) => ({ id: parkedWithdrawalId, allowance: '5' }),
    action: 'withdrawal.release',
    subject: ({ parkedWithdrawalId }) => ['withdrawal', parkedWithdrawalId],
    unknown: { request: { ...UNKNOWN, allowance: '1' }, error: 'review_not_found' },
  },
  rejectWithdrawal: {
    request: ({ otherWithdrawalId }) => ({ id: otherWithdrawalId, rejection: 'identity_check' }),
    action: 'withdrawal.reject',
    subject: ({ otherWithdrawalId }) => ['withdrawal', otherWithdrawalId],
    unknown: { request: { ...UNKNOWN, rejection: 'other' }, error: 'review_not_found' },
    again: 'already_decided',
  },
  resolveWithdrawal: {
    request: ({ unclearWithdrawalId }) => ({ id: unclearWithdrawalId, resolution: 'rebroadcast' }),
    action: 'withdrawal.resolve',
    subject: ({ unclearWithdrawalId }) => ['withdrawal', unclearWithdrawalId],
    unknown: { request: { ...UNKNOWN, resolution: 'rebroadcast' }, error: 'review_not_found' },
    again: 'already_decided',
  },
  replyFeedback: {
    request: ({ feedbackId }) => ({
      id: feedbackId,
      client_id: 'credited-by-now-1',
      content: 'It is credited now.',
    }),
    action: 'feedback.reply',
    subject: ({ feedbackId }) => ['feedback', feedbackId],
    unknown: {
      request: { ...UNKNOWN, client_id: 'hello-to-nobody-1', content: 'Hello' },
      error: 'feedback_not_found',
    },
  },
  writeDisputeMessage: {
    request: ({ disputeId }) => ({ id: disputeId, content: 'Please show the transfer.' }),
    action: 'dispute.write',
    subject: ({ disputeId }) => ['fiat_order', disputeId],
    unknown: { request: { ...UNKNOWN, content: 'Hello' }, error: 'fiat_order_not_found' },
    isAdditive: true,
  },
  awardDispute: {
    request: ({ disputeId }) => ({ id: disputeId, to: 'buyer', text: 'The money arrived.' }),
    action: 'dispute.awardToBuyer',
    subject: ({ disputeId }) => ['fiat_order', disputeId],
    unknown: {
      request: { ...UNKNOWN, to: 'seller', text: 'No money.' },
      error: 'fiat_order_not_found',
    },
    again: 'already_decided',
  },
  removeFiatAd: {
    request: ({ adId }) => ({ id: adId, text: 'The remark asks for cash.' }),
    action: 'fiat_ad.remove',
    subject: ({ adId }) => ['fiat_ad', adId],
    unknown: { request: { ...UNKNOWN, text: 'Nothing.' }, error: 'fiat_ad_not_found' },
    again: 'not_changed',
    isDoneAnyway: true,
  },
  disableUser: {
    request: onUser,
    action: 'user.disable',
    subject: user,
    unknown: unknownUser,
    again: 'not_changed',
  },
  enableUser: {
    request: onUser,
    action: 'user.enable',
    subject: user,
    unknown: unknownUser,
    again: 'not_changed',
  },
  removeAuthenticator: {
    request: onUser,
    action: 'user.removeAuthenticator',
    subject: user,
    unknown: unknownUser,
    again: 'not_changed',
  },
  setAgent: {
    request: (world) => ({ ...onUser(world), is_agent: '1' }),
    action: 'user.makeAgent',
    subject: user,
    unknown: { ...unknownUser, request: { ...UNKNOWN, is_agent: '1' } },
    again: 'not_changed',
  },
  saveNews: {
    request: ({ newsId }) => ({ id: newsId, category_id: '4', texts: NEWS_TEXTS }),
    action: 'news.change',
    subject: news,
    unknown: { ...unknownNews, request: { ...UNKNOWN, category_id: '4', texts: NEWS_TEXTS } },
  },
  publishNews: {
    request: ({ newsId }) => ({ id: newsId }),
    action: 'news.publish',
    subject: news,
    unknown: unknownNews,
    again: 'not_changed',
  },
  withdrawNews: {
    request: ({ newsId }) => ({ id: newsId }),
    action: 'news.withdraw',
    subject: news,
    unknown: unknownNews,
    again: 'not_changed',
  },
  addMarket: {
    // DOGE and BTC.
    request: () => newMarket({ token: '7', pay: '2' }),
    action: 'market.add',
    subject: () => ['market', 'list'],
    unknown: {
      request: newMarket({ token: '999999', pay: '1' }),
      error: 'currency_not_found',
    },
    again: 'market_exists',
  },
  setMarketStatus: {
    request: ({ marketId }) => ({ id: marketId, status: 'cancel_only' }),
    action: 'market.setStatus',
    subject: market,
    unknown: { request: { ...UNKNOWN, status: 'halted' }, error: 'market_not_found' },
    again: 'not_changed',
  },
  closeMarketOrders: {
    request: ({ marketId }) => ({ id: marketId }),
    action: 'market.closeOrders',
    subject: market,
    unknown: { request: UNKNOWN, error: 'market_not_found' },
  },
  setLeverMarketStatus: {
    request: ({ leverMarketId }) => ({ id: leverMarketId, status: 'close_only' }),
    action: 'lever_market.set_status',
    subject: leverMarket,
    unknown: { request: { ...UNKNOWN_LEVER, status: 'halted' }, error: 'lever_market_not_found' },
    again: 'not_changed',
  },
  saveLeverTerms: {
    request: ({ leverMarketId }) => ({ id: leverMarketId, ...LEVER_TERMS }),
    action: 'lever_market.save_terms',
    subject: leverMarket,
    unknown: { request: { ...UNKNOWN_LEVER, ...LEVER_TERMS }, error: 'lever_market_not_found' },
    again: 'not_changed',
  },
  windDownLeverMarket: {
    request: ({ leverMarketId }) => ({ id: leverMarketId, notice_hours: '24' }),
    action: 'lever_market.wind_down',
    subject: leverMarket,
    unknown: { request: { ...UNKNOWN_LEVER, notice_hours: '24' }, error: 'lever_market_not_found' },
    again: 'lever_market_ending',
  },
  keepLeverMarket: {
    request: ({ leverMarketId }) => ({ id: leverMarketId }),
    action: 'lever_market.keep',
    subject: leverMarket,
    unknown: { request: UNKNOWN_LEVER, error: 'lever_market_not_found' },
    again: 'not_changed',
  },
  askLeverMarket: {
    request: ({ newInstruments: [instrument = ''] }) => ({
      instrument,
      lot_size: '1',
      ...LEVER_TERMS,
    }),
    action: 'lever_listing.ask',
    subject: leverListing,
    unknown: {
      request: { instrument: 'NO/USDT', lot_size: '1', ...LEVER_TERMS },
      error: 'record_not_found',
    },
    again: 'lever_instrument_taken',
  },
  approveLeverMarket: {
    request: ({ listingIds: [id = ''] }) => ({ id }),
    action: 'lever_listing.approve',
    subject: leverListing,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  withdrawLeverMarket: {
    request: ({ listingIds: [, id = ''] }) => ({ id }),
    action: 'lever_listing.withdraw',
    subject: leverListing,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  askLeverFunding: {
    request: () => ({ pool: '1000', insurance: '-0.5' }),
    action: 'lever_fund.ask',
    subject: leverFund,
  },
  approveLeverFunding: {
    request: ({ fundingIds: [id = ''] }) => ({ id }),
    action: 'lever_fund.approve',
    subject: leverFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  withdrawLeverFunding: {
    request: ({ fundingIds: [, id = ''] }) => ({ id }),
    action: 'lever_fund.withdraw',
    subject: leverFund,
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'already_decided',
  },
  ...PRODUCT_CASES,
  saveSetting: {
    request: () => ({ key: 'service_url', value: 'mailto:help@example.org' }),
    action: 'setting.save',
    subject: () => ['setting', 'service_url'],
    again: 'not_changed',
  },
  nameForeignTransaction: {
    request: ({ walletHaltId, foreignNonce }) => ({ id: walletHaltId, nonce: foreignNonce }),
    action: 'chain_halt.name',
    subject: ({ walletHaltId }) => ['chain_halt', walletHaltId],
    unknown: { request: { ...UNKNOWN, nonce: '0' }, error: 'record_not_found' },
    again: 'record_changed',
  },
  acknowledgeChainHalt: {
    request: ({ haltId }) => ({ id: haltId }),
    action: 'chain_halt.acknowledge',
    subject: ({ haltId }) => ['chain_halt', haltId],
    unknown: { request: UNKNOWN, error: 'record_not_found' },
    again: 'record_changed',
  },
  continueUnverified: {
    request: () => ({ hours: '4' }),
    action: 'ledger.continue',
    subject: () => ['ledger', 'unverified'],
    prepare: unverifyLedger,
  },
  saveWalletCoin: {
    request: ({ coin }) => ({ ...coin, ...TERMS, ...AMOUNTS }),
    action: 'wallet_coin.save',
    subject: ({ coin }) => ['wallet_coin', `${coin.currency_id}:${coin.chain}`],
    unknown: {
      request: { currency_id: '1', chain: 'no-such-chain', ...TERMS, ...AMOUNTS },
      error: 'chain_not_found',
    },
    again: 'not_changed',
  },
};
