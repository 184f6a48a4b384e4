/** Spot orders, their fills, and the calls that place, cancel and list them. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import {
  currencyMatchIdField,
  decimalText,
  epochMs,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../schemas/fields.ts';

const orderSide = z.enum(['buy', 'sell']);
const orderKind = z.enum(['limit', 'market']);
/**
 * paid: funds are frozen, the rest of the order is in the order book. executed and `cancelled` are
 * final.
 */
const orderState = z.enum(['paid', 'executed', 'cancelled']);
/**
 * Reason for which an order ended before it was fully executed. owner: canceled by its owner.
 * self_trade: the next order belonged to the same user. no_liquidity: a market order found no more
 * orders. price_band: a market order reached the end of the price band, or the band moved during the
 * match of a large order. operator: the market was closed.
 */
const orderEndReason = z.enum(['owner', 'self_trade', 'no_liquidity', 'price_band', 'operator']);

export const order = z.object({
  id: recordIdField,
  currency_match_id: z.int(),
  side: orderSide,
  type: orderKind,
  state: orderState,
  end_reason: orderEndReason.nullable(),
  /** Limit price, in the quote currency; null for a market order. */
  price: decimalText.nullable(),
  /** Ordered quantity, in the base currency; null for a market buy by amount. */
  quantity: decimalText.nullable(),
  /** Ordered amount, in the quote currency; only for a market buy by amount. */
  amount: decimalText.nullable(),
  executed_quantity: decimalText,
  executed_amount: decimalText,
  /** Executed amount per executed quantity, rounded down to the price scale; null before any. */
  average_price: decimalText.nullable(),
  /** Fee so far, in `fee_currency_code`, the currency that the order receives. */
  fee: decimalText,
  fee_currency_code: z.string(),
  maker_fee_ppm: z.int(),
  taker_fee_ppm: z.int(),
  /** Rises by one with each change of the order. */
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});

export const fill = z.object({
  deal_id: recordIdField,
  price: decimalText,
  quantity: decimalText,
  amount: decimalText,
  fee: decimalText,
  fee_currency_code: z.string(),
  role: z.enum(['maker', 'taker']),
  time: epochMs,
});

export const orderDetail = order.extend({
  /** Oldest first; the newest `order_fills_listed`. */
  fills: z.array(fill),
  /** Number of older fills that are not listed. */
  fills_omitted: z.int(),
});

export const placeOrderBody = z
  .strictObject({
    currency_match_id: currencyMatchIdField,
    side: orderSide,
    type: orderKind,
    /** Only for a limit order. */
    price: positiveDecimalField.optional(),
    /** Quantity in the base currency. A market buy takes this or `amount`. */
    quantity: positiveDecimalField.optional(),
    /** Only for a market buy, in the quote currency. */
    amount: positiveDecimalField.optional(),
  })
  .superRefine(({ side, type, price, quantity, amount }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    if ((type === 'limit') !== (price !== undefined)) fault('price');
    const takesAmount = type === 'market' && side === 'buy';
    if (!takesAmount && amount !== undefined) fault('amount');
    if (takesAmount ? (quantity === undefined) === (amount === undefined) : quantity === undefined)
      fault('quantity');
  });
export const orderIdBody = z.strictObject({ id: recordIdField });
export const marketBody = z.strictObject({ currency_match_id: currencyMatchIdField });
/** Ids of the canceled orders. */
export const canceledOrders = z.array(recordIdField);

export const listOpenOrdersQuery = z.strictObject({
  currency_match_id: currencyMatchIdField.optional(),
});
export const listOrderHistoryQuery = z.strictObject({
  currency_match_id: currencyMatchIdField.optional(),
  side: orderSide.optional(),
  state: orderState.optional(),
  /** Orders older than this one; the `next` of the previous page. */
  before: recordIdField.optional(),
  size: wholeNumber(1, LIMITS.order_page_size_max).default(LIMITS.order_page_size_default),
});
export const orderPage = z.object({
  /** Newest first. A page may be short or empty while `next` says that there are more. */
  orders: z.array(order),
  /** `before` of the next page; null at the end. */
  next: recordIdField.nullable(),
});

export type OrderSide = z.infer<typeof orderSide>;
export type OrderKind = z.infer<typeof orderKind>;
export type OrderState = z.infer<typeof orderState>;
export type OrderEndReason = z.infer<typeof orderEndReason>;
export type Order = z.infer<typeof order>;
export type Fill = z.infer<typeof fill>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderPage = z.infer<typeof orderPage>;
