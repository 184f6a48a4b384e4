/** Fiat orders: their amounts, payment details, messages and claims, and the calls that move them on. */
import { z } from 'zod';
import { FIAT_CLAIMS, FIAT_ORDER_ENDS, FIAT_ORDER_STATES, FIAT_PARTIES } from './fiat-kinds.ts';
import { LIMITS } from '../limits.ts';
import { collectionKind, fiatCodeField, paymentWindowField } from './fiat-market.ts';
import {
  clientIdField,
  decimalText,
  epochMs,
  optionalGoogleCodeField,
  pageFields,
  passwordField,
  pictureIdField,
  pictureTicketField,
  pictureTicketsField,
  positiveDecimalField,
  recordIdField,
  textField,
  wholeNumber,
} from '../schemas/fields.ts';

const orderState = z.enum(FIAT_ORDER_STATES);
const party = z.enum(FIAT_PARTIES);

export const fiatOrder = z.object({
  id: recordIdField,
  ad_id: recordIdField,
  /** The caller's side. */
  role: party,
  currency_id: z.int(),
  currency_code: z.string(),
  fiat_code: fiatCodeField,
  price: decimalText,
  quantity: decimalText,
  /** Amount to pay, fiat. */
  amount: decimalText,
  payment_kind: collectionKind,
  /** Text that the buyer adds to the payment so that the seller can identify it. */
  payment_reference: z.string(),
  /** The other side: name of the shop, or the masked account of a user without one. */
  counterparty: z.string(),
  /** Shop of the merchant who owns the ad. */
  shop_id: recordIdField,
  state: orderState,
  end: z.enum(FIAT_ORDER_ENDS).nullable(),
  /** The operator's text about an award, shown to both sides. */
  award_text: z.string().nullable(),
  /** Number of times the seller postponed; once at most. */
  postponements: z.int(),
  /** Whether the second window of a postponed confirmation is running. */
  is_overtime: z.boolean(),
  /** The side that applied for rights protection; null outside it. */
  applicant: party.nullable(),
  /** Time at which `payment_timeout` or `auto_confirmed` would end it; null while no timer runs. */
  deadline_at: epochMs.nullable(),
  /** Unread messages of the other side. */
  unread: z.int(),
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});

/** Payment details. */
const payee = z.object({
  kind: collectionKind,
  real_name: z.string(),
  account: z.string(),
  bank: z.string().nullable(),
  branch: z.string().nullable(),
  nickname: z.string().nullable(),
  qr_picture_id: pictureIdField.nullable(),
});
/** One entry of the event log, as both sides read it. */
const fiatOrderEvent = z.object({
  revision: z.int(),
  /** `started`, `deadline.passed`, or the type of the machine's event. */
  event: z.string(),
  by: z.enum([...FIAT_PARTIES, 'operator', 'system']),
  /** The state after the event. */
  state: orderState,
  at: epochMs,
});
const claim = z.object({
  by: party,
  reason: z.enum(FIAT_CLAIMS),
  content: z.string(),
  picture_ids: z.array(pictureIdField),
  at: epochMs,
});
/**
 * Certified names of both sides, because the payment goes from one name to the other. Null for a
 * side that was never certified. After an order ended without a payment, each side sees the other's
 * name masked.
 */
const realNames = z.object({ buyer: z.string().nullable(), seller: z.string().nullable() });
export const fiatOrderDetail = fiatOrder.extend({
  real_names: realNames,
  /**
   * The buyer sees it in full while the order is open. Afterwards the number is masked and the code
   * left out, and without a payment the names are masked, too.
   */
  payee,
  voucher_ids: z.array(pictureIdField),
  /** Newest first. */
  claims: z.array(claim),
  /**
   * Number of times each side withdrew rights protection; `fiat_rights_withdrawals_max` times at
   * most.
   */
  rights_withdrawals: z.object({ buyer: z.int(), seller: z.int() }),
  events: z.array(fiatOrderEvent),
  remark: z.string(),
});

/** Either `amount` or `quantity`. */
export const createFiatOrderBody = z
  .strictObject({
    ad_id: recordIdField,
    amount: positiveDecimalField.optional(),
    quantity: positiveDecimalField.optional(),
    /** The price that the caller saw; a price that has become worse for them is refused. */
    price: positiveDecimalField,
    /** The payment window that the caller saw, in minutes; a worse window is refused. */
    payment_window_min: paymentWindowField.optional(),
    payment_kind: collectionKind,
    /** Collection method of a seller; a buyer leaves it out. */
    collection_method_id: recordIdField.optional(),
    /** The pay password of a seller, whose coins the order freezes; a buyer leaves it out. */
    pay_password: passwordField.optional(),
    /** The code of a seller with an authenticator. */
    google_code: optionalGoogleCodeField,
  })
  .superRefine(({ amount, quantity }, context) => {
    if ((amount === undefined) === (quantity === undefined))
      context.addIssue({ code: 'custom', path: ['amount'] });
  });
export const fiatOrderQuery = z.strictObject({ id: recordIdField });
export const listFiatOrdersQuery = z.strictObject({
  ...pageFields,
  /** open: any state in which the coins are frozen. */
  state: z.enum(['open', ...FIAT_ORDER_STATES]).optional(),
  role: party.optional(),
});
export const fiatOrderPage = z.object({
  orders: z.array(fiatOrder),
  next: recordIdField.nullable(),
});

/** The order and the revision that the caller saw; refused if it has changed since. */
const seen = { id: recordIdField, revision: wholeNumber(1, 1_000_000_000) };
export const changeFiatOrderBody = z.strictObject({ ...seen });
export const declareFiatPaymentBody = z.strictObject({
  ...seen,
  /** Pictures of the payment; at least one. */
  vouchers: pictureTicketsField(LIMITS.fiat_vouchers_max),
});
export const confirmFiatReceiptBody = z.strictObject({ ...seen, pay_password: passwordField });
export const markFiatOrderAbnormalBody = z.strictObject({
  ...seen,
  /** Description of the problem for the other side; it becomes a message of the chat. */
  note: textField(1, LIMITS.fiat_message_length_max),
});
export const applyRightsProtectionBody = z.strictObject({
  ...seen,
  reason: z.enum(FIAT_CLAIMS),
  content: textField(LIMITS.feedback_content_length_min, LIMITS.fiat_claim_length_max),
  pictures: pictureTicketsField(LIMITS.fiat_vouchers_max),
});

export const fiatMessage = z.object({
  id: recordIdField,

  from: z.enum([...FIAT_PARTIES, 'operator']),
  /** Plain text; empty for a message with only a picture. */
  content: z.string(),
  picture_id: pictureIdField.nullable(),
  at: epochMs,
});
export const listFiatMessagesQuery = z.strictObject({ id: recordIdField, ...pageFields });
export const fiatMessagePage = z.object({
  /** Newest first. */
  messages: z.array(fiatMessage),
  next: recordIdField.nullable(),
});
/** Text, a picture, or both. A repeated `client_id` is the same message. */
export const sendFiatMessageBody = z
  .strictObject({
    id: recordIdField,
    client_id: clientIdField,
    content: z.union([textField(1, LIMITS.fiat_message_length_max), z.literal('')]).default(''),
    picture: z.union([pictureTicketField, z.literal('')]).default(''),
  })
  .superRefine(({ content, picture }, context) => {
    if (content === '' && picture === '') context.addIssue({ code: 'custom', path: ['content'] });
  });
/** Marks all messages up to this one as seen. */
export const readFiatMessagesBody = z.strictObject({
  id: recordIdField,
  message_id: recordIdField,
});

/** The caller's use of the limits of fiat trading, shown before they are reached. */
export const fiatStanding = z.object({
  cancellations_today: z.int(),
  cancellations_max: z.int(),
  /** End of the bar on buying; null if there is none. */
  barred_until: epochMs.nullable(),
  /** Open purchases on ads of others; sales of others to the caller's own ads do not count. */
  open_purchases: z.int(),
  open_purchases_max: z.int(),
  /**
   * Payments judged false within the last 30 days; `false_payments_max` of them freeze the account.
   */
  false_payments: z.int(),
  false_payments_max: z.int(),
});

export type FiatOrder = z.infer<typeof fiatOrder>;
export type FiatOrderDetail = z.infer<typeof fiatOrderDetail>;
export type FiatOrderLogEntry = z.infer<typeof fiatOrderEvent>;
export type FiatPayee = FiatOrderDetail['payee'];
export type FiatMessage = z.infer<typeof fiatMessage>;
export type FiatStanding = z.infer<typeof fiatStanding>;
