/** Fees: a share of the received amount, rounded up, so that splitting an order never saves any. */
import { assert } from '../assert.ts';
import { mulDiv } from './rounding.ts';
import { units } from './units.ts';
import type { Units } from './units.ts';

/** Millionths of the whole. */
export const PPM = 1_000_000;
const PPM_UNITS = BigInt(PPM);

/**
 * Returns `feePpm` millionths of `received`, rounded up to a whole unit; never more than
 * `received`.
 * @throws AssertionError for a negative amount or a share outside 0 to {@link PPM}.
 */
export function feeOf(received: Units, feePpm: number): Units {
  assert(received >= 0n, 'what is received must not be negative');
  assert(
    Number.isInteger(feePpm) && feePpm >= 0 && feePpm <= PPM,
    'a fee must be 0 to 1,000,000 ppm',
  );
  return units(mulDiv(received, BigInt(feePpm), PPM_UNITS, 'ceil'));
}
