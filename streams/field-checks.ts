/** Checks of decoded fields that the decoders of frames share. */
import { isCanonicalDecimal } from '../contract/money/decimal.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null;
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';
/** Decimal text that calculations accept. */
export const isDecimal = (value: unknown): value is string =>
  typeof value === 'string' && isCanonicalDecimal(value);
export const isNullOr = <T>(
  value: unknown,
  isWanted: (value: unknown) => value is T,
): value is T | null => value === null || isWanted(value);
export const isListOf = <T>(
  value: unknown,
  isWanted: (value: unknown) => value is T,
): value is T[] => Array.isArray(value) && value.every(isWanted);

type Check = (value: unknown) => boolean;
/** A new field of the record does not compile until it is checked. */
type Checks<Record> = { readonly [Field in keyof Record]-?: Check };

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** Returns whether a value has every field of the record, and each passes its check. */
export const fits =
  <Record>(checks: Checks<Record>) =>
  (value: unknown): value is Record =>
    isFields(value) && Object.entries<Check>(checks).every(([field, check]) => check(value[field]));
