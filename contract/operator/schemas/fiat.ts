/** Disputed fiat orders for arbiters, and ads for operators of the market. */
import { z } from 'zod';
import { FIAT_AD_STATES, FIAT_PARTIES } from '../../fiat/fiat-kinds.ts';
import { LIMITS } from '../../limits.ts';
import {
  clientIdField,
  decimalText,
  epochMs,
  pageFields,
  recordIdField,
  textField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { ownFiatAd, shopFigures } from '../../fiat/fiat-market.ts';
import { fiatMessage, fiatOrder, fiatOrderDetail } from '../../fiat/fiat-order.ts';
import {
  lastActField,
  nextField,
  person,
  reasonField,
  revisionField,
  userIdField,
  wordsField,
} from './fields.ts';

const party = z.enum(FIAT_PARTIES);

/**
 * waiting: in rights protection. decided: by an operator. settled: the sides agreed, or a side
 * withdrew its claim.
 */
const DISPUTE_STATES = ['waiting', 'decided', 'settled'] as const;

/** Waiting disputes come oldest first, all others newest first. */
export const listDisputesQuery = z.strictObject({
  ...pageFields,
  state: z.enum(DISPUTE_STATES).default('waiting'),
  user_id: userIdField.optional(),
});
const { shape } = fiatOrder;
const dispute = z.object({
  id: shape.id,
  state: shape.state,
  end: shape.end,
  /** The side that last applied for rights protection. */
  claimed_by: party,
  claimed_at: epochMs,
  buyer: person,
  seller: person,
  currency_code: z.string(),
  quantity: decimalText,
  fiat_code: shape.fiat_code,
  /** Amount in the fiat currency, paid outside the exchange. */
  amount: decimalText,
});
export const disputePage = z.object({
  disputes: z.array(dispute),
  /** `before` of the next page: the number of a claim. */
  next: nextField,
});

/** Facts about one side. */
const side = person.extend({
  /** The certified name. */
  real_name: z.string().nullable(),
  /** Null without a shop. */
  shop: z
    .object({ id: recordIdField, name: z.string(), is_open: z.boolean(), figures: shopFigures })
    .nullable(),
  /** Cancellations as buyer on this UTC day. */
  cancellations_today: z.int(),
  /** Payments judged false within `fiat_false_payments_window_ms`. */
  false_payments: z.int(),
  /** Orders as either side. */
  orders: z.int(),
  completed_orders: z.int(),
  /** Orders with a claim for rights protection. */
  disputed_orders: z.int(),
  disabled_at: epochMs.nullable(),
});
const order = fiatOrderDetail.shape;
export const disputeQuery = z.strictObject({ id: recordIdField });
export const disputeDetail = dispute.extend({
  ad_id: order.ad_id,
  revision: order.revision,
  price: decimalText,
  payment_kind: order.payment_kind,
  payment_reference: z.string(),
  remark: z.string(),
  payee: order.payee,
  voucher_ids: order.voucher_ids,
  /** Newest first. */
  claims: order.claims,
  sides: z.object({ buyer: side, seller: side }),
  created_at: epochMs,
  payment_window_ms: z.int(),
  paid_at: epochMs.nullable(),
  confirm_window_ms: z.int(),
  postpone_window_ms: z.int(),
  postponements: z.int(),
  ended_at: epochMs.nullable(),
  award: z
    .object({
      operator_name: z.string(),
      text: z.string(),
      is_payment_false: z.boolean(),
    })
    .nullable(),
  /** Whether new messages are allowed. */
  is_chat_open: z.boolean(),
  last_act: lastActField,
});

export const listDisputeMessagesQuery = z.strictObject({ id: recordIdField, ...pageFields });
export const disputeMessagePage = z.object({
  /** Newest first. */
  messages: z.array(fiatMessage),
  next: nextField,
});
/**
 * A repeated `client_id` of the same operator is the same message; with other text it is refused.
 */
export const writeDisputeMessageBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  client_id: clientIdField.optional(),
  /** Shown to both sides. */
  content: textField(2, LIMITS.fiat_message_length_max),
  reason: reasonField,
});
/** `is_payment_false` is only allowed with an award to the seller. */
export const awardDisputeBody = z
  .strictObject({
    id: recordIdField,
    revision: revisionField,
    to: party,
    is_payment_false: z.enum(['0', '1']).default('0'),
    /** Shown to both sides. */
    text: wordsField,
    reason: reasonField,
  })
  .superRefine(({ to, is_payment_false: isFalse }, context) => {
    if (to === 'buyer' && isFalse === '1')
      context.addIssue({ code: 'custom', path: ['is_payment_false'] });
  });

/** Newest first; `text` is a part of a shop's name, or the number of an ad. */
export const listOperatorFiatAdsQuery = z.strictObject({
  ...pageFields,
  text: z.string().max(LIMITS.shop_name_length_max).default(''),
  state: z.enum(FIAT_AD_STATES).optional(),
  user_id: wholeNumber(1, 2_147_483_647).optional(),
});
const ad = ownFiatAd.shape;
const operatorFiatAd = z.object({
  id: ad.id,
  person,
  shop: z.object({
    id: recordIdField,
    name: z.string(),
    is_open: z.boolean(),
    figures: shopFigures,
  }),
  side: ad.side,
  state: ad.state,
  removal: ad.removal,
  removal_text: ad.removal_text,
  currency_code: ad.currency_code,
  fiat_code: ad.fiat_code,
  /** Price in fiat of a fixed-price ad. */
  fixed_price: decimalText.nullable(),
  price_percent: ad.price_percent,
  total: ad.total,
  remaining: ad.remaining,
  in_orders: ad.in_orders,
  sold: ad.sold,
  min_amount: ad.min_amount,
  max_amount: ad.max_amount,
  payment_kinds: ad.payment_kinds,
  payment_window_min: ad.payment_window_min,
  remark: ad.remark,
  revision: ad.revision,
  created_at: epochMs,
  updated_at: epochMs,
});
/** Details of one ad. */
export const operatorFiatAdDetail = operatorFiatAd.extend({ last_act: lastActField });
export const operatorFiatAdPage = z.object({ ads: z.array(operatorFiatAd), next: nextField });
export const operatorFiatAdQuery = z.strictObject({ id: recordIdField });
export const removeFiatAdBody = z.strictObject({
  id: recordIdField,
  /**
   * The revision that the operator saw. The ad is removed in its present state; the revision only
   * shows whether another operator has removed it since.
   */
  revision: revisionField,
  /** Shown to the ad's merchant. */
  text: wordsField,
  reason: reasonField,
});

export type DisputeState = (typeof DISPUTE_STATES)[number];
export type Dispute = z.infer<typeof dispute>;
export type DisputeDetail = z.infer<typeof disputeDetail>;
export type DisputeSide = z.infer<typeof side>;
export type DisputeMessage = z.infer<typeof fiatMessage>;
export type OperatorFiatAd = z.infer<typeof operatorFiatAd>;
export type OperatorFiatAdDetail = z.infer<typeof operatorFiatAdDetail>;
