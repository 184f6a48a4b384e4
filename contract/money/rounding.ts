/** Division of integers. Every division names its rounding; there is no default. */
import { assert, assertNever } from '../assert.ts';

/** floor: towards −∞ (payouts); ceil: towards +∞ (fees); halfEven: nearest, ties to the even unit. */
export type Rounding = 'floor' | 'ceil' | 'halfEven';

/**
 * Returns `a × b / divisor`, exact until the one division. @throws AssertionError unless divisor is
 * positive.
 */
export function mulDiv(a: bigint, b: bigint, divisor: bigint, rounding: Rounding): bigint {
  return divide(a * b, divisor, rounding);
}

/** Returns `dividend / divisor`. @throws AssertionError unless divisor is positive. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert(divisor > 0n, 'divisor must be positive');
  let quotient = dividend / divisor;
  // Faster than a second division.
  let remainder = dividend - quotient * divisor;
  if (remainder < 0n) {
    quotient -= 1n;
    remainder += divisor;
  }
  if (remainder === 0n) return quotient;
  switch (rounding) {
    case 'floor':
      return quotient;
    case 'ceil':
      return quotient + 1n;
    case 'halfEven': {
      const twice = remainder * 2n;
      const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
      return up ? quotient + 1n : quotient;
    }
    default:
      return assertNever(rounding);
  }
}
