/** Checks of ads, orders and messages of fiat trading in USER frames: each field that the client reads. */
import type { OwnFiatAd } from '../contract/fiat/fiat-market.ts';
import type { FiatMessage, FiatOrder } from '../contract/fiat/fiat-order.ts';
import type { UserRecords } from '../contract/user-records.ts';
import { fits, isDecimal, isFields, isListOf, isText, isWhole, orNull } from './field-checks.ts';

/** Text that a user may leave empty. */
const isString = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isOwnFiatAd = fits<OwnFiatAd>({
  id: isText,
  side: isText,
  currency_id: isWhole,
  currency_code: isText,
  fiat_code: isText,
  price_type: isText,
  price: orNull(isDecimal),
  price_percent: orNull(isDecimal),
  deviation_percent: orNull(isDecimal),
  remaining: isDecimal,
  min_amount: isDecimal,
  max_amount: isDecimal,
  payment_kinds: (value) => isListOf(value, isText),
  payment_window_min: isWhole,
  remark: isString,
  shop: isFields,
  is_own: isFlag,
  state: isText,
  removal: orNull(isText),
  removal_text: orNull(isString),
  limit_price: orNull(isDecimal),
  total: isDecimal,
  in_orders: isDecimal,
  sold: isDecimal,
  is_listed: isFlag,
  payable_kinds: (value) => isListOf(value, isText),
  auto_open: isFlag,
  collection_method_ids: (value) => isListOf(value, isText),
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
});
export const isFiatOrder = fits<FiatOrder>({
  id: isText,
  ad_id: isText,
  role: isText,
  currency_id: isWhole,
  currency_code: isText,
  fiat_code: isText,
  price: isDecimal,
  quantity: isDecimal,
  amount: isDecimal,
  payment_kind: isText,
  payment_reference: isText,
  counterparty: isText,
  shop_id: isText,
  state: isText,
  end: orNull(isText),
  award_text: orNull(isString),
  postponements: isWhole,
  is_overtime: isFlag,
  applicant: orNull(isText),
  deadline_at: orNull(isWhole),
  unread: isWhole,
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
});
const isFiatMessage = fits<FiatMessage>({
  id: isText,
  from: isText,
  content: isString,
  picture_id: orNull(isText),
  at: isWhole,
});
/** A message comes with the id of its order. */
export const isOrderMessage = fits<UserRecords['fiat_message']>({
  order_id: isText,
  message: isFiatMessage,
});
