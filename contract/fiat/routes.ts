/** Request, response and errors of fiat trading and of its push notifications. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import * as market from './fiat-market.ts';
import * as order from './fiat-order.ts';
import * as push from '../schemas/push.ts';

const MONEY = ['idempotency_key_required', 'idempotency_key_reused', 'command_expired'] as const;
const PAY_PASSWORD = [
  'pay_password_not_set',
  'pay_password_incorrect',
  'secret_tries_exhausted',
  'service_unavailable',
] as const;
/** Refusals of a user who offers or sells coins. */
const SELLER = [
  'withdrawal_on_hold',
  ...PAY_PASSWORD,
  'google_code_required',
  'google_code_incorrect',
] as const;
const AD_PRICE = [
  'fiat_reference_unknown',
  'fiat_price_too_far',
  'fiat_price_unconfirmed',
] as const;
const AD_TERMS = [
  'amount_scale_exceeded',
  'fiat_ad_limits_invalid',
  'fiat_ad_total_too_small',
  ...AD_PRICE,
  'collection_method_required',
  'balance_locked',
  'insufficient_balance',
] as const;
const AD_CHANGE = ['fiat_ad_not_found', 'fiat_ad_changed'] as const;
const ORDER_CHANGE = ['fiat_order_not_found', 'fiat_order_changed'] as const;

export const FIAT_ROUTES = {
  getFiatMarket: route(nothing, market.fiatMarket),
  getFiatReference: route(market.fiatReferenceQuery, market.fiatReference, [
    'currency_not_found',
    'fiat_currency_not_found',
  ]),
  listFiatAds: route(market.listFiatAdsQuery, market.fiatAdPage, [
    'currency_not_found',
    'fiat_currency_not_found',
    'amount_scale_exceeded',
  ]),
  getFiatAd: route(market.fiatAdQuery, market.fiatAd, ['fiat_ad_not_found']),
  getShop: route(market.shopQuery, market.shop, ['shop_not_found']),
  getOwnShop: route(nothing, market.ownShop),
  openShop: route(market.openShopBody, market.ownShop, [
    'verification_required',
    'shop_open',
    'shop_name_taken',
    'shop_name_invalid',
    ...PAY_PASSWORD,
    'insufficient_balance',
  ]),
  closeShop: route(market.closeShopBody, market.ownShop, [
    'shop_required',
    'shop_has_open_orders',
    ...PAY_PASSWORD,
  ]),
  postFiatAd: route(market.postFiatAdBody, market.ownFiatAd, [
    ...MONEY,
    'verification_required',
    'shop_required',
    'currency_not_found',
    'fiat_currency_not_found',
    'too_many_fiat_ads',
    ...AD_TERMS,
    ...SELLER,
  ]),
  editFiatAd: route(market.editFiatAdBody, market.ownFiatAd, [
    ...AD_CHANGE,
    ...AD_TERMS,
    ...SELLER,
  ]),
  suspendFiatAd: route(market.changeFiatAdBody, market.ownFiatAd, AD_CHANGE),
  resumeFiatAd: route(market.resumeFiatAdBody, market.ownFiatAd, [
    ...AD_CHANGE,
    ...AD_PRICE,
    ...SELLER,
  ]),
  cancelFiatAd: route(market.changeFiatAdBody, market.ownFiatAd, AD_CHANGE),
  listOwnFiatAds: route(market.listOwnFiatAdsQuery, market.ownFiatAdPage),
  getOwnFiatAd: route(market.fiatAdQuery, market.ownFiatAd, ['fiat_ad_not_found']),
  getFiatStanding: route(nothing, order.fiatStanding),
  createFiatOrder: route(order.createFiatOrderBody, order.fiatOrderDetail, [
    ...MONEY,
    'verification_required',
    'fiat_ad_not_found',
    'own_fiat_ad',
    ...SELLER,
    'buying_barred',
    'too_many_fiat_orders',
    'amount_scale_exceeded',
    'fiat_price_changed',
    'fiat_ad_changed',
    'fiat_amount_outside_limits',
    'fiat_ad_remainder_too_small',
    'payment_kind_not_taken',
    'collection_method_required',
    'balance_locked',
    'insufficient_balance',
  ]),
  listFiatOrders: route(order.listFiatOrdersQuery, order.fiatOrderPage),
  getFiatOrder: route(order.fiatOrderQuery, order.fiatOrderDetail, ['fiat_order_not_found']),
  cancelFiatOrder: route(order.changeFiatOrderBody, order.fiatOrderDetail, ORDER_CHANGE),
  declareFiatPayment: route(order.declareFiatPaymentBody, order.fiatOrderDetail, [
    ...ORDER_CHANGE,
    'voucher_required',
    'picture_ticket_invalid',
  ]),
  confirmFiatReceipt: route(order.confirmFiatReceiptBody, order.fiatOrderDetail, [
    ...ORDER_CHANGE,
    ...PAY_PASSWORD,
  ]),
  postponeFiatConfirmation: route(order.changeFiatOrderBody, order.fiatOrderDetail, ORDER_CHANGE),
  markFiatOrderAbnormal: route(
    order.markFiatOrderAbnormalBody,
    order.fiatOrderDetail,
    ORDER_CHANGE,
  ),
  applyRightsProtection: route(order.applyRightsProtectionBody, order.fiatOrderDetail, [
    ...ORDER_CHANGE,
    'picture_ticket_invalid',
    'rights_already_applied',
  ]),
  withdrawRightsProtection: route(order.changeFiatOrderBody, order.fiatOrderDetail, ORDER_CHANGE),
  listFiatMessages: route(order.listFiatMessagesQuery, order.fiatMessagePage, [
    'fiat_order_not_found',
  ]),
  sendFiatMessage: route(order.sendFiatMessageBody, order.fiatMessage, [
    'fiat_order_not_found',
    'fiat_chat_closed',
    'idempotency_key_reused',
    'picture_ticket_invalid',
    'rate_limited',
  ]),
  readFiatMessages: route(order.readFiatMessagesBody, z.null(), ['fiat_order_not_found']),
  getPushKey: route(nothing, push.pushKey),
  subscribePush: route(push.subscribePushBody, z.null(), [
    'push_endpoint_invalid',
    'push_unavailable',
  ]),
  unsubscribePush: route(push.unsubscribePushBody, z.null()),
} as const;
