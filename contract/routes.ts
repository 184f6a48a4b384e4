/**
 * Request, response and errors of every call in `endpoints.ts`. The server registers from this
 * table (a missing handler does not compile); the client takes only types from it.
 */
import { z } from 'zod';
import type { EndpointName } from './endpoints.ts';
import { nothing, route } from './route.ts';
import type { Route } from './route.ts';
import { FEEDBACK_ROUTES } from './feedback/routes.ts';
import { FIAT_ROUTES } from './fiat/routes.ts';
import { IEO_ROUTES } from './ieo/routes.ts';
import { LEVER_ROUTES } from './lever/routes.ts';
import { MICRO_ROUTES } from './micro/routes.ts';
import { PEOPLE_ROUTES } from './people/routes.ts';
import { PRICE_INDEX_ROUTES } from './micro/index/routes.ts';
import { STAKING_ROUTES } from './staking/routes.ts';
import { WALLET_ROUTES } from './wallet/routes.ts';
import * as accounts from './wallet/accounts.ts';
import * as command from './schemas/command.ts';
import * as content from './content/content.ts';
import * as identity from './identity/identity.ts';
import * as market from './market/market.ts';
import * as spot from './spot/spot.ts';

export const ROUTES = {
  listAreas: route(nothing, z.array(identity.area)),
  getSetting: route(content.getSettingQuery, z.string(), ['setting_not_found']),
  signIn: route(identity.signInBody, identity.tokens, [
    'account_format_invalid',
    'area_unknown',
    'code_sent_recently',
    'code_incorrect',
    'code_expired',
    'code_tries_exhausted',
    'credentials_incorrect',
    'sign_in_locked',
    'delivery_failed',
    'rate_limited',
    'device_code_required',
    'google_code_required',
    'google_code_incorrect',
    'user_disabled',
    'user_held',
    'service_unavailable',
  ]),
  register: route(identity.registerBody, identity.tokens, [
    'account_format_invalid',
    'area_unknown',
    'password_format_invalid',
    'password_length_invalid',
    'password_too_simple',
    'passwords_do_not_match',
    'invite_code_unknown',
    'code_incorrect',
    'code_expired',
    'code_tries_exhausted',
    'account_already_registered',
    'service_unavailable',
  ]),
  sendEmailCode: route(identity.sendEmailCodeBody, identity.codeSent, [
    'account_format_invalid',
    'code_sent_recently',
    'delivery_failed',
    'rate_limited',
  ]),
  sendSmsCode: route(identity.sendSmsCodeBody, identity.codeSent, [
    'account_format_invalid',
    'area_unknown',
    'code_sent_recently',
    'delivery_failed',
    'rate_limited',
  ]),
  resetPassword: route(identity.resetPasswordBody, z.null(), [
    'account_format_invalid',
    'area_unknown',
    'password_format_invalid',
    'password_length_invalid',
    'password_too_simple',
    'passwords_do_not_match',
    'code_incorrect',
    'code_expired',
    'code_tries_exhausted',
    'service_unavailable',
  ]),
  holdUser: route(identity.holdUserBody, z.null(), ['hold_link_invalid']),
  refreshTokens: route(nothing, identity.tokens, ['session_ended', 'user_disabled']),
  getUserInfo: route(nothing, identity.userInfo),
  signOut: route(nothing, z.null()),
  listNews: route(content.listNewsQuery, z.array(content.newsItem)),
  getNews: route(content.getNewsQuery, content.newsArticle, ['news_not_found']),
  listCurrencyMatches: route(nothing, z.array(market.marketGroup)),
  listDeals: route(market.listDealsQuery, z.array(market.deal), ['market_not_found']),
  listCandles: route(market.listCandlesQuery, z.array(market.candle), ['market_not_found']),
  getDepth: route(market.getDepthQuery, market.depth, ['market_not_found']),
  listForexTickers: route(nothing, z.array(market.forexTicker)),
  getForexTicker: route(market.forexSymbolQuery, market.forexTicker, ['symbol_not_found']),
  listForexCandles: route(market.listForexCandlesQuery, z.array(market.candle), [
    'symbol_not_found',
  ]),
  listAccounts: route(accounts.listAccountsQuery, accounts.accountList, ['currency_not_found']),
  getAccount: route(accounts.getAccountQuery, accounts.account, [
    'currency_not_found',
    'account_not_found',
  ]),
  placeOrder: route(spot.placeOrderBody, spot.order, [
    'rate_limited',
    'verification_required',
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'shortfall_unpaid',
    'market_not_found',
    'market_halted',
    'market_cancel_only',
    'market_reference_unknown',
    'price_not_on_tick',
    'quantity_not_on_step',
    'order_too_large',
    'notional_too_small',
    'price_outside_band',
    'too_many_open_orders',
    'no_best_price',
    'insufficient_balance',
    'service_unavailable',
  ]),
  cancelOrder: route(spot.orderIdBody, spot.order, [
    'rate_limited',
    'order_not_found',
    'market_halted',
    'order_not_open',
    'service_unavailable',
  ]),
  cancelAllOrders: route(spot.marketBody, spot.canceledOrders, [
    'rate_limited',
    'market_not_found',
    'market_halted',
    'service_unavailable',
  ]),
  listOpenOrders: route(spot.listOpenOrdersQuery, z.array(spot.order)),
  listOrderHistory: route(spot.listOrderHistoryQuery, spot.orderPage),
  getOrder: route(spot.orderIdBody, spot.orderDetail, ['order_not_found']),
  getCommandOutcome: route(command.commandOutcomeQuery, command.commandOutcome),
  ...PEOPLE_ROUTES,
  ...FEEDBACK_ROUTES,
  ...WALLET_ROUTES,
  ...FIAT_ROUTES,
  ...LEVER_ROUTES,
  ...PRICE_INDEX_ROUTES,
  ...MICRO_ROUTES,
  ...STAKING_ROUTES,
  ...IEO_ROUTES,
} as const satisfies Record<EndpointName, Route>;

type Routes = typeof ROUTES;
/** The caller's input: text fields, defaults optional. */
export type RequestInput<N extends EndpointName> = z.input<Routes[N]['request']>;
/** The handler's input: decoded, defaults filled in. */
export type RequestOf<N extends EndpointName> = z.output<Routes[N]['request']>;
export type ResponseOf<N extends EndpointName> = z.output<Routes[N]['response']>;
/** Errors a handler of this route may return; any other error does not compile. */
export type ErrorOf<N extends EndpointName> = Routes[N]['errors'][number];
