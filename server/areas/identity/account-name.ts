/** Canonical account names: one spelling per account, so that uniqueness and limits cannot be bypassed. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';
import { DEFAULT_AREA_ID, findArea } from '../../kit/phone-areas.ts';

/**
 * An email address in lower case, or a mobile number as E.164 with its plus. `value` alone is a key,
 * because an address has an @ and a number starts with +.
 */
export interface AccountName {
  readonly type: AccountType;
  readonly value: string;
}

type AccountNameError = 'account_format_invalid' | 'area_unknown';

const LOCAL_PART_MAX = 64;
const ADDRESS_MAX = 254;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MOBILE_DIGITS = /^\d{4,15}$/;

/**
 * Returns the canonical name for a typed account. Email: surrounding spaces are dropped, the whole
 * address is in lower case, ASCII only (letters of other scripts look alike; an international domain is
 * written in its `xn--` form). Mobile: digits without the dialing code, checked for length and format
 * against the area's numbering plan; a leading trunk zero is dropped.
 */
export function parseAccountName(
  type: AccountType,
  typed: string,
  areaId: number | undefined,
): Result<AccountName, AccountNameError> {
  return type === 'email' ? parseEmail(typed) : parseMobile(typed, areaId ?? DEFAULT_AREA_ID);
}

function parseEmail(typed: string): Result<AccountName, AccountNameError> {
  const value = typed.trim();
  // Checked before lower-casing, because some letters of other scripts become ASCII (the Kelvin sign, a
  // k).
  if (!/^[\x21-\x7e]+$/.test(value) || value.length > ADDRESS_MAX)
    return refuse('account_format_invalid');
  const address = value.toLowerCase();
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(at, 0));
  const labels = address.slice(at + 1).split('.');
  const isWellFormed =
    localPart.length <= LOCAL_PART_MAX &&
    LOCAL_PART.test(localPart) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isWellFormed ? ok({ type: 'email', value: address }) : refuse('account_format_invalid');
}

function parseMobile(typed: string, areaId: number): Result<AccountName, AccountNameError> {
  const digits = typed.trim();
  if (!MOBILE_DIGITS.test(digits)) return refuse('account_format_invalid');
  const area = findArea(areaId);
  if (area === undefined) return refuse('area_unknown');
  const number = parsePhoneNumberFromString(digits, area.iso);
  const isOfArea = number !== undefined && number.countryCallingCode === area.code;
  return isOfArea && number.isPossible() && number.isValid()
    ? ok({ type: 'mobile', value: number.number })
    : refuse('account_format_invalid');
}

/** Formats a stored mobile number for display: `+49 15112345678`. */
export function spacedMobile(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  return number ? `+${number.countryCallingCode} ${number.nationalNumber}` : e164;
}
