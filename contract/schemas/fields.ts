/** Request fields that several routes share. Form data and query strings carry text only. */
import { z } from 'zod';
import { MARKET_ID_MAX } from '../limits.ts';

/** A whole number written canonically in a form or query: `0`, `17`; never `+1`, `01`, `1.0`. */
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

/** Whether `account` of a call is an e-mail address or a mobile number without its area code. */
export const accountTypeField = z.enum(['email', 'mobile']);

/** What a verification code may be used for; a code of one purpose is refused for another. */
export const codeSceneField = z.enum(['register', 'forget_password']);

/** Decimal text in canonical form, see `money/decimal.ts`. */
export const decimalText = z.string().regex(/^-?(?:0|[1-9]\d{0,37})(?:\.\d{0,17}[1-9])?$/);

/** Decimal text above zero in canonical form: prices, quantities and amounts that a person sends. */
export const positiveDecimalField = z
  .string()
  .regex(/^(?:[1-9]\d{0,37}(?:\.\d{0,17}[1-9])?|0\.\d{0,17}[1-9])$/);

/** Number of an order or deal, as text: it may exceed what a double holds. */
export const recordIdField = z.string().regex(/^[1-9]\d{0,17}$/);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const epochMs = z.int().min(0);
