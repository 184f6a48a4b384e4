/** Request fields that several routes share. Form data and query strings carry text only. */
import { z } from 'zod';
import { LIMITS, MARKET_ID_MAX } from '../limits.ts';

/** An integer written canonically in a form or query: `0`, `17`; never `+1`, `01`, `1.0`. */
export const wholeNumber = (min: number, max: number) =>
  z.codec(z.string().regex(/^(?:0|[1-9]\d{0,15})$/), z.int().min(min).max(max), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });

export const accountField = z.string().min(3).max(254);
export const passwordField = z.string().min(1).max(128);
export const verificationCodeField = z.string().regex(/^\d{6}$/);
export const areaIdField = wholeNumber(1, 100_000);
export const currencyMatchIdField = wholeNumber(1, MARKET_ID_MAX);
export const forexSymbolField = z.string().regex(/^[A-Z]{6}$/);

/** Whether `account` of a call is an email address or a mobile number without its area code. */
export const accountTypeField = z.enum(['email', 'mobile']);

/** Purposes of verification codes; a code of one purpose is refused for another. */
export const codeSceneField = z.enum(['register', 'forget_password']);
/** Like `codeSceneField`, for codes that are sent to the signed-in user. */
export const ownCodeSceneField = z.enum(['bind_address']);

export const googleCodeField = z.string().regex(/^\d{6}$/);
/** Blank if no Google authenticator is bound (SPEC 5). */
export const optionalGoogleCodeField = z.union([googleCodeField, z.literal('')]).default('');
export const currencyIdField = wholeNumber(1, 999_999);
/** Name of a chain of this installation, e.g. `ethereum`. */
export const chainField = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);
/** Page of a list, newest first: records older than `before`, the `next` of the previous page. */
export const pageFields = {
  before: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .optional(),
  size: wholeNumber(1, LIMITS.order_page_size_max).default(LIMITS.order_page_size_default),
};
/** One line of user text: no control characters, no leading or trailing space. */
export const lineField = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^(?!\s)(?!.*\s$)[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
/** Several lines; tabs and line feeds are the only control characters. */
export const textField = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^(?!\s)(?![^]*\s$)(?:[^\p{Cc}]|[\n\t])*$/u);
/** Ticket of an uploaded picture, used once. */
export const pictureTicketField = z.string().regex(/^[\w-]{43}$/);
/** Up to `max` tickets, joined by commas; empty for none. */
export const pictureTicketsField = (max: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:[\\w-]{43}(?:,[\\w-]{43}){0,${max - 1}})?$`))
    .default('');
/** Id of a stored picture that the caller may read. */
export const pictureIdField = z.uuid();

/** Decimal text in canonical form, see `money/decimal.ts`. */
export const decimalText = z.string().regex(/^-?(?:0|[1-9]\d{0,37})(?:\.\d{0,17}[1-9])?$/);

/** Decimal text above zero in canonical form: prices, quantities and amounts in requests. */
export const positiveDecimalField = z
  .string()
  .regex(/^(?:[1-9]\d{0,37}(?:\.\d{0,17}[1-9])?|0\.\d{0,17}[1-9])$/);

/** Chosen by the sender: a repeated id is the same message. */
export const clientIdField = z.string().regex(/^[\w-]{16,64}$/);
/** Id of an order or trade, as text, because it may exceed the exact range of a double. */
export const recordIdField = z.string().regex(/^[1-9]\d{0,17}$/);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const epochMs = z.int().min(0);
