/** Request, response and errors of every call in `endpoints.ts` of this folder. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import type { Route } from '../route.ts';
import { pictureBytes, readPictureQuery } from '../schemas/pictures.ts';
import type { OperatorEndpointName } from './endpoints.ts';
import * as content from './schemas/content.ts';
import * as custody from './schemas/custody.ts';
import * as exchange from './schemas/exchange.ts';
import * as feedback from './schemas/feedback.ts';
import * as fiat from './schemas/fiat.ts';
import * as funds from './schemas/funds.ts';
import * as identity from './schemas/identity.ts';
import * as ieo from './schemas/ieo.ts';
import * as jobs from './schemas/jobs.ts';
import * as lever from './schemas/lever.ts';
import * as leverListings from './schemas/lever-listings.ts';
import * as lifecycles from './schemas/lifecycles.ts';
import * as market from './schemas/market.ts';
import * as micro from './schemas/micro.ts';
import * as session from './schemas/session.ts';
import * as settings from './schemas/settings.ts';
import * as staking from './schemas/staking.ts';
import * as verification from './schemas/verification.ts';
import * as wallet from './schemas/wallet.ts';

const CREDENTIALS = [
  'operator_credentials_incorrect',
  'sign_in_locked',
  'user_disabled',
  'service_unavailable',
] as const;
const DECISION = ['review_not_found', 'record_changed', 'already_decided'] as const;
const WITHDRAWAL_DECISION = [...DECISION, 'withdrawal_damaged'] as const;
const FUNDING = ['record_not_found', 'record_changed', 'already_decided'] as const;
const LEVER_LISTING = [
  ...FUNDING,
  'lever_instrument_taken',
  'mark_unavailable',
  'service_unavailable',
] as const;
const LEVER_MARKET = [
  'lever_market_not_found',
  'record_changed',
  'not_changed',
  'service_unavailable',
] as const;
const MICRO_PRODUCT = [
  'micro_product_not_found',
  'record_changed',
  'not_changed',
  'service_unavailable',
] as const;
const STAKING_PRODUCT = ['staking_product_not_found', 'record_changed', 'not_changed'] as const;
const OFFERING = ['offering_not_found', 'record_changed', 'already_decided'] as const;
const ASKED_FUNDING = ['record_changed', 'amount_scale_exceeded', 'funds_needed'] as const;
const APPROVED_FUNDING = [...FUNDING, 'second_operator_needed', 'funds_needed'] as const;
const USER = ['user_not_found', 'record_changed', 'not_changed'] as const;

export const OPERATOR_ROUTES = {
  signIn: route(session.signInBody, session.signedIn, [
    ...CREDENTIALS,
    'operator_binding_required',
    'google_code_required',
    'google_code_incorrect',
  ]),
  createGoogleKey: route(session.createGoogleKeyBody, session.operatorGoogleKey, [
    ...CREDENTIALS,
    'google_already_bound',
  ]),
  signOut: route(nothing, z.null()),
  getSession: route(nothing, session.operatorSession),
  countQueues: route(nothing, session.queueCounts),
  listVerifications: route(verification.listReviewsQuery, verification.reviewPage),
  getVerification: route(verification.reviewIdQuery, verification.reviewDetail, [
    'review_not_found',
  ]),
  decideVerification: route(verification.decideReviewBody, verification.review, [
    ...DECISION,
    'id_number_taken',
  ]),
  listWithdrawals: route(wallet.listOperatorWithdrawalsQuery, wallet.operatorWithdrawalPage),
  listDamagedWithdrawals: route(nothing, wallet.damagedWithdrawals),
  getWithdrawal: route(wallet.withdrawalIdQuery, wallet.operatorWithdrawalDetail, [
    'review_not_found',
  ]),
  approveWithdrawal: route(wallet.approveWithdrawalBody, wallet.operatorWithdrawalDetail, [
    ...WITHDRAWAL_DECISION,
    'service_unavailable',
  ]),
  releaseWithdrawal: route(wallet.releaseWithdrawalBody, wallet.operatorWithdrawalDetail, [
    ...WITHDRAWAL_DECISION,
    'service_unavailable',
  ]),
  rejectWithdrawal: route(
    wallet.rejectWithdrawalBody,
    wallet.operatorWithdrawalDetail,
    WITHDRAWAL_DECISION,
  ),
  resolveWithdrawal: route(wallet.resolveWithdrawalBody, wallet.operatorWithdrawalDetail, [
    ...WITHDRAWAL_DECISION,
    'transaction_hash_invalid',
    'still_payable',
    'service_unavailable',
  ]),
  listFeedback: route(feedback.listOperatorFeedbackQuery, feedback.operatorFeedbackPage),
  getFeedback: route(feedback.operatorFeedbackQuery, feedback.operatorFeedbackDetail, [
    'feedback_not_found',
  ]),
  replyFeedback: route(feedback.answerFeedbackBody, feedback.operatorFeedbackDetail, [
    'feedback_not_found',
    'record_changed',
  ]),
  listDisputes: route(fiat.listDisputesQuery, fiat.disputePage),
  getDispute: route(fiat.disputeQuery, fiat.disputeDetail, ['fiat_order_not_found']),
  listDisputeMessages: route(fiat.listDisputeMessagesQuery, fiat.disputeMessagePage, [
    'fiat_order_not_found',
  ]),
  writeDisputeMessage: route(fiat.writeDisputeMessageBody, z.null(), [
    'fiat_order_not_found',
    'record_changed',
    'fiat_chat_closed',
    'idempotency_key_reused',
  ]),
  awardDispute: route(fiat.awardDisputeBody, fiat.disputeDetail, [
    'fiat_order_not_found',
    'record_changed',
    'already_decided',
    'service_unavailable',
  ]),
  listFiatAds: route(fiat.listOperatorFiatAdsQuery, fiat.operatorFiatAdPage),
  getFiatAd: route(fiat.operatorFiatAdQuery, fiat.operatorFiatAdDetail, ['fiat_ad_not_found']),
  removeFiatAd: route(fiat.removeFiatAdBody, fiat.operatorFiatAdDetail, [
    'fiat_ad_not_found',
    'record_changed',
    'not_changed',
  ]),
  getLifecycle: route(lifecycles.lifecycleQuery, lifecycles.lifecycle, ['record_not_found']),
  searchUsers: route(identity.searchUsersQuery, identity.foundUsers, ['service_unavailable']),
  getUser: route(identity.userIdQuery, identity.operatorUserDetail, ['user_not_found']),
  disableUser: route(identity.changeUserBody, identity.operatorUser, USER),
  enableUser: route(identity.changeUserBody, identity.operatorUser, USER),
  removeAuthenticator: route(identity.changeUserBody, identity.operatorUser, USER),
  setAgent: route(identity.setAgentBody, identity.operatorUser, USER),
  listNews: route(content.listOperatorNewsQuery, z.array(content.operatorNews)),
  getNews: route(content.newsIdQuery, content.operatorNewsDetail, ['news_not_found']),
  previewNews: route(content.previewNewsBody, content.newsPreview),
  saveNews: route(content.saveNewsBody, content.operatorNewsDetail, [
    'news_not_found',
    'record_changed',
  ]),
  publishNews: route(content.changeNewsBody, content.operatorNewsDetail, [
    'news_not_found',
    'record_changed',
    'not_changed',
  ]),
  withdrawNews: route(content.changeNewsBody, content.operatorNewsDetail, [
    'news_not_found',
    'record_changed',
    'not_changed',
  ]),
  listMarkets: route(nothing, z.array(market.operatorMarket)),
  getMarketListing: route(nothing, market.marketListing),
  addMarket: route(market.addMarketBody, market.marketListing, [
    'record_changed',
    'currency_not_found',
    'amount_scale_exceeded',
    'market_exists',
  ]),
  setMarketStatus: route(market.setMarketStatusBody, market.operatorMarket, [
    'market_not_found',
    'record_changed',
    'not_changed',
  ]),
  closeMarketOrders: route(market.closeMarketOrdersBody, market.closedOrders, [
    'market_not_found',
    'record_changed',
    'service_unavailable',
  ]),
  getLeverDesk: route(nothing, lever.leverDesk),
  setLeverMarketStatus: route(lever.setLeverMarketStatusBody, lever.operatorLeverMarket, [
    ...LEVER_MARKET,
    'lever_market_ending',
  ]),
  saveLeverTerms: route(lever.saveLeverTermsBody, lever.operatorLeverMarket, [
    ...LEVER_MARKET,
    'amount_scale_exceeded',
  ]),
  windDownLeverMarket: route(lever.windDownLeverMarketBody, lever.operatorLeverMarket, [
    ...LEVER_MARKET,
    'lever_market_ending',
  ]),
  keepLeverMarket: route(lever.keepLeverMarketBody, lever.operatorLeverMarket, [
    ...LEVER_MARKET,
    'lever_market_ending',
  ]),
  askLeverMarket: route(leverListings.askLeverMarketBody, leverListings.leverListings, [
    'record_not_found',
    'record_changed',
    'lever_instrument_taken',
    'lever_lot_unsuitable',
    'mark_unavailable',
    'amount_scale_exceeded',
    'service_unavailable',
  ]),
  approveLeverMarket: route(leverListings.decideLeverMarketBody, leverListings.leverListings, [
    ...LEVER_LISTING,
    'second_operator_needed',
    'lever_lot_unsuitable',
  ]),
  withdrawLeverMarket: route(
    leverListings.decideLeverMarketBody,
    leverListings.leverListings,
    FUNDING,
  ),
  askLeverFunding: route(lever.askLeverFundingBody, lever.leverFunds, [
    'record_changed',
    'amount_scale_exceeded',
    'lever_funds_needed',
    'service_unavailable',
  ]),
  approveLeverFunding: route(funds.decideFundingBody, lever.leverFunds, [
    ...FUNDING,
    'second_operator_needed',
    'lever_funds_needed',
    'service_unavailable',
  ]),
  withdrawLeverFunding: route(funds.decideFundingBody, lever.leverFunds, FUNDING),
  getMicroDesk: route(nothing, micro.microDesk),
  setMicroProductStatus: route(micro.setMicroProductStatusBody, micro.microDesk, MICRO_PRODUCT),
  saveMicroTerms: route(micro.saveMicroTermsBody, micro.microDesk, [
    ...MICRO_PRODUCT,
    'amount_scale_exceeded',
  ]),
  addMicroProduct: route(micro.addMicroProductBody, micro.microDesk, [
    ...MICRO_PRODUCT,
    'amount_scale_exceeded',
  ]),
  askMicroFunding: route(micro.askMicroFundingBody, micro.microDesk, [
    ...ASKED_FUNDING,
    'service_unavailable',
  ]),
  approveMicroFunding: route(funds.decideFundingBody, micro.microDesk, [
    ...APPROVED_FUNDING,
    'service_unavailable',
  ]),
  withdrawMicroFunding: route(funds.decideFundingBody, micro.microDesk, FUNDING),
  getStakingDesk: route(nothing, staking.stakingDesk),
  setStakingProductState: route(
    staking.setStakingProductStateBody,
    staking.stakingDesk,
    STAKING_PRODUCT,
  ),
  saveStakingTerms: route(staking.saveStakingTermsBody, staking.stakingDesk, [
    ...STAKING_PRODUCT,
    'amount_scale_exceeded',
    'amount_too_small',
  ]),
  addStakingProduct: route(staking.addStakingProductBody, staking.stakingDesk, [
    'currency_not_found',
    'record_changed',
    'amount_scale_exceeded',
  ]),
  askStakingFunding: route(funds.askCurrencyFundingBody, staking.stakingDesk, [
    ...ASKED_FUNDING,
    'currency_not_found',
  ]),
  approveStakingFunding: route(funds.decideFundingBody, staking.stakingDesk, APPROVED_FUNDING),
  withdrawStakingFunding: route(funds.decideFundingBody, staking.stakingDesk, FUNDING),
  getOfferingDesk: route(nothing, ieo.offeringDesk),
  saveOffering: route(ieo.saveOfferingBody, ieo.offeringDesk, [
    ...OFFERING,
    'not_changed',
    'currency_not_found',
    'amount_scale_exceeded',
    'offering_times_past',
  ]),
  publishOffering: route(ieo.decideOfferingBody, ieo.offeringDesk, [
    ...OFFERING,
    'second_operator_needed',
    'offering_times_past',
    'offering_tokens_missing',
  ]),
  cancelOffering: route(ieo.decideOfferingBody, ieo.offeringDesk, OFFERING),
  askOfferingFunding: route(funds.askCurrencyFundingBody, ieo.offeringDesk, [
    ...ASKED_FUNDING,
    'currency_not_found',
  ]),
  approveOfferingFunding: route(funds.decideFundingBody, ieo.offeringDesk, APPROVED_FUNDING),
  withdrawOfferingFunding: route(funds.decideFundingBody, ieo.offeringDesk, FUNDING),
  listWalletCoins: route(nothing, z.array(custody.operatorWalletCoin)),
  saveWalletCoin: route(custody.saveWalletCoinBody, custody.operatorWalletCoin, [
    'currency_not_found',
    'chain_not_found',
    'record_changed',
    'amount_scale_exceeded',
    'amount_too_small',
    'not_changed',
  ]),
  listChainHalts: route(nothing, custody.chainHalts),
  listForeignTransactions: route(
    custody.listForeignTransactionsQuery,
    custody.foreignTransactions,
    ['record_not_found', 'service_unavailable'],
  ),
  nameForeignTransaction: route(custody.nameForeignTransactionBody, z.null(), [
    'record_not_found',
    'record_changed',
    'transaction_differs',
    'transaction_pays_withdrawal',
    'transaction_unconfirmed',
    'withdrawal_damaged',
    'service_unavailable',
  ]),
  acknowledgeChainHalt: route(custody.acknowledgeChainHaltBody, z.null(), [
    'record_not_found',
    'record_changed',
    'chain_check_fails',
  ]),
  listSettings: route(nothing, z.array(settings.operatorSetting)),
  saveSetting: route(settings.saveSettingBody, settings.operatorSetting, [
    'record_changed',
    'not_changed',
  ]),
  getLedgerHealth: route(nothing, exchange.ledgerHealth),
  continueUnverified: route(exchange.continueUnverifiedBody, z.null(), [
    'record_changed',
    'not_changed',
    'ledger_has_faults',
  ]),
  listJobs: route(nothing, z.array(jobs.operatorJob)),
  listAudit: route(exchange.listAuditQuery, exchange.auditPage),
  listMailbox: route(exchange.listMailboxQuery, exchange.mailbox),
  readPicture: route(readPictureQuery, pictureBytes, ['picture_not_found']),
} as const satisfies Record<OperatorEndpointName, Route>;

type OperatorRoutes = typeof OPERATOR_ROUTES;
/** The caller's input: text fields, defaults optional. */
export type OperatorRequestInput<N extends OperatorEndpointName> = z.input<
  OperatorRoutes[N]['request']
>;
/** The handler's input: decoded, defaults filled in. */
export type OperatorRequestOf<N extends OperatorEndpointName> = z.output<
  OperatorRoutes[N]['request']
>;
export type OperatorResponseOf<N extends OperatorEndpointName> = z.output<
  OperatorRoutes[N]['response']
>;
/** Errors a handler of this route may return; any other error does not compile. */
export type OperatorErrorOf<N extends OperatorEndpointName> = OperatorRoutes[N]['errors'][number];
