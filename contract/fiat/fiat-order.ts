/** Fiat orders: what two people owe each other, what they say and show, and the calls that lead on. */
import { z } from 'zod';
import { FIAT_CLAIMS, FIAT_ORDER_ENDS, FIAT_ORDER_STATES, FIAT_PARTIES } from './fiat-kinds.ts';
import { LIMITS } from '../limits.ts';
import { collectionKind, fiatCodeField } from './fiat-market.ts';
import {
  clientIdField,
  decimalText,
  epochMs,
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
  /** The asker's own part in it. */
  role: party,
  currency_id: z.int(),
  currency_code: z.string(),
  fiat_code: fiatCodeField,
  price: decimalText,
  quantity: decimalText,
  /** To be paid, fiat. */
  amount: decimalText,
  payment_kind: collectionKind,
  /** What the buyer writes into the payment so that the seller finds it. */
  payment_reference: z.string(),
  /** The other side: name of the shop, or the masked account of somebody without one. */
  counterparty: z.string(),
  /** Of the merchant, whose ad it was. */
  shop_id: recordIdField,
  state: orderState,
  end: z.enum(FIAT_ORDER_ENDS).nullable(),
  /** Operator's reason of an award, for both sides to read. */
  award_text: z.string().nullable(),
  /** How often the seller postponed; once at most. */
  postponements: z.int(),
  /** Whether the second window of a postponed confirmation is running. */
  is_overtime: z.boolean(),
  /** Who asked for rights protection; null outside it. */
  applicant: party.nullable(),
  /** When `payment_timeout` or `auto_confirmed` would end it; null while no clock runs. */
  deadline_at: epochMs.nullable(),
  /** Messages of the other side that the asker has not seen. */
  unread: z.int(),
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});

/** Where to pay. */
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
  /** State that it led to. */
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
 * Of both sides, as they are certified: money goes from the one name to the other. Null for one whom nobody
 * ever certified. Once an order ended without a payment each side reads the other's masked.
 */
const realNames = z.object({ buyer: z.string().nullable(), seller: z.string().nullable() });
export const fiatOrderDetail = fiatOrder.extend({
  real_names: realNames,
  /** The buyer sees it in full while the order is open; afterwards the number is masked and the code left out, without a payment the names too. */
  payee,
  voucher_ids: z.array(pictureIdField),
  /** Newest first. */
  claims: z.array(claim),
  /** How often each side has taken rights protection back; `fiat_rights_withdrawals_max` times at most. */
  rights_withdrawals: z.object({ buyer: z.int(), seller: z.int() }),
  events: z.array(fiatOrderEvent),
  remark: z.string(),
});

/** `amount` or `quantity`, not both. */
export const createFiatOrderBody = z
  .strictObject({
    ad_id: recordIdField,
    amount: positiveDecimalField.optional(),
    quantity: positiveDecimalField.optional(),
    /** As the asker saw it: a price that has become worse for them is refused. */
    price: positiveDecimalField,
    payment_kind: collectionKind,
    /** Where a seller wants to be paid; left out by a buyer. */
    collection_method_id: recordIdField.optional(),
  })
  .superRefine(({ amount, quantity }, context) => {
    if ((amount === undefined) === (quantity === undefined))
      context.addIssue({ code: 'custom', path: ['amount'] });
  });
export const fiatOrderQuery = z.strictObject({ id: recordIdField });
export const listFiatOrdersQuery = z.strictObject({
  ...pageFields,
  /** open: any state in which the coins are held. */
  state: z.enum(['open', ...FIAT_ORDER_STATES]).optional(),
  role: party.optional(),
});
export const fiatOrderPage = z.object({
  orders: z.array(fiatOrder),
  next: recordIdField.nullable(),
});

/** Which order, as the asker saw it: refused when it has changed since. */
const seen = { id: recordIdField, revision: wholeNumber(1, 1_000_000_000) };
export const changeFiatOrderBody = z.strictObject({ ...seen });
export const declareFiatPaymentBody = z.strictObject({
  ...seen,
  /** Pictures that show the payment; at least one. */
  vouchers: pictureTicketsField(LIMITS.fiat_vouchers_max),
});
export const confirmFiatReceiptBody = z.strictObject({ ...seen, pay_password: passwordField });
export const markFiatOrderAbnormalBody = z.strictObject({
  ...seen,
  /** What is wrong, for the other side: a message of the chat. */
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
  /** Plain text; empty where there is a picture only. */
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
/** Text, a picture, or both. The same `client_id` again is the same message. */
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
/** The asker has seen all messages up to this one. */
export const readFiatMessagesBody = z.strictObject({
  id: recordIdField,
  message_id: recordIdField,
});

/** What the asker may still do today, before it hurts. */
export const fiatStanding = z.object({
  cancellations_today: z.int(),
  cancellations_max: z.int(),
  /** Until when buying is barred; null when it is not. */
  barred_until: epochMs.nullable(),
  /** On ads of others; what others sell to the asker's own ads does not count. */
  open_purchases: z.int(),
  open_purchases_max: z.int(),
  /** Judged false within the last 30 days; as many as `false_payments_max` freeze the account. */
  false_payments: z.int(),
  false_payments_max: z.int(),
});

export type FiatOrder = z.infer<typeof fiatOrder>;
export type FiatOrderDetail = z.infer<typeof fiatOrderDetail>;
export type FiatOrderLogEntry = z.infer<typeof fiatOrderEvent>;
export type FiatPayee = FiatOrderDetail['payee'];
export type FiatMessage = z.infer<typeof fiatMessage>;
export type FiatStanding = z.infer<typeof fiatStanding>;
