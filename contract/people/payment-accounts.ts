/** Accounts that users are paid to outside the exchange: their formats, and their masked display. */
import type { CollectionKind } from './people.ts';

/** ISO/IEC 7812. */
const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
const MOBILE = /^\+?\d{6,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
/** As WeChat gives them: begins with a letter. */
const WECHAT_ID = /^[A-Za-z][A-Za-z0-9_-]{5,19}$/;

/** Digits with spaces or hyphens between them, as cards have them printed, whose last digit fits the others (Luhn). */
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

/** Whether somebody can have such an account. */
export function isPaymentAccount(kind: CollectionKind, text: string): boolean {
  if (kind === 'bank_card') return isCardNumber(text);
  return MOBILE.test(text) || (kind === 'alipay' ? EMAIL : WECHAT_ID).test(text);
}

/** The last four characters: `•••• 2233`. */
export const maskedAccountNumber = (text: string): string =>
  `•••• ${text.replaceAll(/[ -]/g, '').slice(-4)}`;

/** The first character of each word, and nothing of how long it is: `A** E**`. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}**`)
    .join(' ');

/** Names as they are compared: how they are spaced, cased and dotted is nothing that tells people apart. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,'’·•-]+/g, '');

export const isSameName = (one: string, other: string): boolean =>
  nameKey(one) === nameKey(other) && nameKey(one) !== '';
