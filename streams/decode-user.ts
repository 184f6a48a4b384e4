/** Checks of the user's own records in USER frames: each field that the client reads. */
import type { UserMessage } from '../contract/channels.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Fill, Order } from '../contract/spot/spot.ts';
import type { UserEvent, UserRecordKind, UserRecords } from '../contract/user-records.ts';
import { isFiatOrder, isOrderMessage, isOwnFiatAd } from './decode-fiat.ts';
import { isIeoSubscription, isOffering } from './decode-ieo.ts';
import { isLeverOrder, isLeverWarning } from './decode-lever.ts';
import { isMicroOrder } from './decode-micro.ts';
import { isDeposit, isFeedback, isVerification, isWithdrawal } from './decode-records.ts';
import { isStakingPosition } from './decode-staking.ts';
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
    (value['lever_orders'] === undefined || isListOf(value['lever_orders'], isLeverOrder)) &&
    (value['micro_orders'] === undefined || isListOf(value['micro_orders'], isMicroOrder)) &&
    isListOf(value['balances'], isBalance)
  );
}

/** Kind of event → check of its record: a new kind does not compile until it has a check. */
const RECORD_CHECKS: {
  readonly [Kind in UserRecordKind]: (value: unknown) => value is UserRecords[Kind];
} = {
  order: isOrder,
  fill: isOrderFill,
  balance: isBalance,
  deposit: isDeposit,
  withdrawal: isWithdrawal,
  verification: isVerification,
  feedback: isFeedback,
  fiat_ad: isOwnFiatAd,
  fiat_order: isFiatOrder,
  fiat_message: isOrderMessage,
  lever_order: isLeverOrder,
  lever_warning: isLeverWarning,
  micro_order: isMicroOrder,
  staking_position: isStakingPosition,
  ieo_offering: isOffering,
  ieo_subscription: isIeoSubscription,
};

const isRecordKind = (value: unknown): value is UserRecordKind =>
  typeof value === 'string' && Object.hasOwn(RECORD_CHECKS, value);

function isUserEvent(value: unknown): value is UserEvent {
  if (!isFields(value) || !isRecordKind(value['kind'])) return false;
  return RECORD_CHECKS[value['kind']](value['record']);
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

function isOrderFill(value: unknown): value is UserRecords['fill'] {
  return isFields(value) && isText(value['order_id']) && isFill(value['fill']);
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
