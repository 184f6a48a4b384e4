/** What is the person's own in frames of USER: each field that the client reads. */
import type { UserEvent, UserMessage } from '../contract/channels.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Fill, Order } from '../contract/spot/spot.ts';
import { isFiatMessage, isFiatOrder, isOwnFiatAd } from './decode-fiat.ts';
import { isRecordOf } from './decode-records.ts';
import {
  isDecimal,
  isFields,
  isListOf,
  isNullOr,
  isText,
  isWhole,
  type Fields,
} from './field-checks.ts';

const STATES: ReadonlySet<unknown> = new Set<Order['state']>(['paid', 'executed', 'cancelled']);

export function isUserMessage(value: Fields): value is Fields & UserMessage {
  if (!isText(value['stream']) || !isWhole(value['seq'])) return false;
  if (value['kind'] === 'event') return isUserEvent(value['event']);
  return (
    value['kind'] === 'snapshot' &&
    isListOf(value['orders'], isOrder) &&
    isListOf(value['balances'], isBalance)
  );
}

function isUserEvent(value: unknown): value is UserEvent {
  if (!isFields(value)) return false;
  switch (value['kind']) {
    case 'order':
      return isOrder(value['order']);
    case 'fill':
      return isText(value['order_id']) && isFill(value['fill']);
    case 'balance':
      return isBalance(value['balance']);
    case 'fiat_ad':
      return isOwnFiatAd(value['ad']);
    case 'fiat_order':
      return isFiatOrder(value['order']);
    case 'fiat_message':
      return isText(value['order_id']) && isFiatMessage(value['message']);
    default:
      return isRecordOf(value['kind'], value[String(value['kind'])]);
  }
}

function isOrder(value: unknown): value is Order {
  return (
    isFields(value) &&
    isText(value['id']) &&
    isWhole(value['currency_match_id']) &&
    (value['side'] === 'buy' || value['side'] === 'sell') &&
    (value['type'] === 'limit' || value['type'] === 'market') &&
    STATES.has(value['state']) &&
    isNullOr(value['end_reason'], isText) &&
    isNullOr(value['price'], isDecimal) &&
    isNullOr(value['quantity'], isDecimal) &&
    isNullOr(value['amount'], isDecimal) &&
    isDecimal(value['executed_quantity']) &&
    isDecimal(value['executed_amount']) &&
    isNullOr(value['average_price'], isDecimal) &&
    isDecimal(value['fee']) &&
    isText(value['fee_currency_code']) &&
    isWhole(value['maker_fee_ppm']) &&
    isWhole(value['taker_fee_ppm']) &&
    isWhole(value['revision']) &&
    isWhole(value['created_at']) &&
    isWhole(value['updated_at'])
  );
}

function isFill(value: unknown): value is Fill {
  return (
    isFields(value) &&
    isText(value['deal_id']) &&
    isDecimal(value['price']) &&
    isDecimal(value['quantity']) &&
    isDecimal(value['amount']) &&
    isDecimal(value['fee']) &&
    isText(value['fee_currency_code']) &&
    (value['role'] === 'maker' || value['role'] === 'taker') &&
    isWhole(value['time'])
  );
}

function isBalance(value: unknown): value is Balance {
  return (
    isFields(value) &&
    isWhole(value['id']) &&
    isWhole(value['account_type_id']) &&
    isWhole(value['currency_id']) &&
    isText(value['currency_code']) &&
    isDecimal(value['available']) &&
    isDecimal(value['frozen'])
  );
}
