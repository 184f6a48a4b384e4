/** Numbers of identity documents: normalized, and checked for the format of their type. */
import type { IdType } from '../../../contract/verification/verification.ts';

/** Number of a Chinese resident identity card: region, birthday, serial number, check digit. */
const RESIDENT = /^\d{17}[\dX]$/;
const RESIDENT_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const RESIDENT_CHECK_DIGITS = '10X98765432';
/** First two digits of a region: the provinces. */
const PROVINCES = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/;

/** Letters and digits, with at least one digit: the common format of most countries' documents. */
const GENERAL: Readonly<Record<IdType, RegExp>> = {
  id_card: /^(?=.*\d)[A-Z0-9]{5,20}$/,
  /** ICAO 9303: nine characters at most. */
  passport: /^(?=.*\d)[A-Z0-9]{6,9}$/,
  driving_licence: /^(?=.*\d)[A-Z0-9]{5,20}$/,
};

/**
 * Returns the number in upper case and without separators, as it is stored and compared; null when no
 * document of this type has such a number.
 * @param today UTC, `YYYYMMDD`; a later birthday is invalid.
 */
export function readIdNumber(idType: IdType, text: string, today: string): string | null {
  const number = text.replaceAll('-', '').toUpperCase();
  if (!GENERAL[idType].test(number)) return null;
  if (idType === 'id_card' && RESIDENT.test(number) && !isResidentNumber(number, today))
    return null;
  return number;
}

function isResidentNumber(number: string, today: string): boolean {
  const birthday = number.slice(6, 14);
  const sum = RESIDENT_WEIGHTS.reduce(
    (total, weight, at) => total + weight * Number(number[at]),
    0,
  );
  return (
    PROVINCES.test(number) &&
    isDate(birthday) &&
    birthday <= today &&
    number[17] === RESIDENT_CHECK_DIGITS[sum % 11]
  );
}

/** Whether `YYYYMMDD` is a day of the calendar, in 1900 or later. */
function isDate(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6, 8)];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year >= '1900' && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}
