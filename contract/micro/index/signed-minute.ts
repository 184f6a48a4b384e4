/** A minute of the index log as the call returns it, in the form in which it is checked. */
import type { SignedHead, SignedMinute } from '../../figures/index-check.ts';
import type { IndexHead, IndexMinute } from './price-index.ts';

/** Returns null for a minute whose lines are no longer kept. */
export function signedMinuteOf(minute: IndexMinute): SignedMinute | null {
  const { lines } = minute;
  return lines === null ? null : { ...signedHeadOf(minute), lines };
}

/** Returns the signed end of a minute. */
export const signedHeadOf = (minute: IndexHead): SignedHead => ({
  instrument: minute.instrument,
  hours: minute.hours,
  segment: minute.segment,
  minuteMs: minute.minute,
  firstMs: minute.first,
  lastMs: minute.last,
  lineCount: minute.line_count,
  headBefore: minute.head_before,
  head: minute.head,
  orders: minute.orders,
  signature: minute.signature,
});
