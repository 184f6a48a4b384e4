/**
 * Loss of the exchange for one position in a gap. Two opposite positions of two accounts have no net
 * exposure, but a gap that one of them cannot pay is paid by the insurance fund and the pool.
 */
import { divide } from '../../../contract/money/rounding.ts';
import type { NightCalendar } from '../../../contract/figures/lever-nights.ts';
import { GAP_PERCENT } from '../../../contract/figures/lever-set-aside.ts';

const WHOLE_PERCENT = 100n;

/** The part of a position that decides its loss. */
interface Geared {
  /** Units. */
  readonly notional: bigint;
  readonly multiple: number;
  readonly calendar: NightCalendar;
}

/** Returns the loss by the gap beyond the margin of the position, in units, rounded up: 0 for small multiples. */
export function gapLossOf({ notional, multiple, calendar }: Geared): bigint {
  const times = BigInt(multiple);
  const beyond = GAP_PERCENT[calendar] * times - WHOLE_PERCENT;
  return beyond <= 0n ? 0n : divide(notional * beyond, WHOLE_PERCENT * times, 'ceil');
}
