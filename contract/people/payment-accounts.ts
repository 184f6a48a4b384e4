/** Accounts that users are paid to outside the exchange: their formats, and their masked display. */
import type { CollectionKind } from './people.ts';

/** ISO/IEC 7812. */
const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
const MOBILE = /^\+?\d{6,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** WeChat ids begin with a letter. */
const WECHAT_ID = /^[A-Za-z][A-Za-z0-9_-]{5,19}$/;

/**
 * Returns whether the text is a card number: digits, with spaces or hyphens between them, whose
 * last digit is the check digit (Luhn).
 */
function isCardNumber(text: string): boolean {
  if (!/^\d+(?:[ -]\d+)*$/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Returns whether the text can be an account of this kind. */
export function isPaymentAccount(kind: CollectionKind, text: string): boolean {
  if (kind === 'bank_card') return isCardNumber(text);
  return MOBILE.test(text) || (kind === 'alipay' ? EMAIL : WECHAT_ID).test(text);
}

/** Keeps the last four characters: `•••• 2233`. */
export const maskedAccountNumber = (text: string): string =>
  `•••• ${text.replaceAll(/[ -]/g, '').slice(-4)}`;

/** Keeps the first character of each word and hides its length: `A** E**`. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}**`)
    .join(' ');

/** Normalizes a name for comparison: spacing, case and dots do not distinguish names. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,'’·•-]+/g, '');

export const isSameName = (one: string, other: string): boolean =>
  nameKey(one) === nameKey(other) && nameKey(one) !== '';
