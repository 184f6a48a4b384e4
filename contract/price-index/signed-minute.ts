/** A minute of the index log as the call returns it, in the form in which it is checked. */
import type { SignedMinute } from '../figures/index-check.ts';
import type { IndexMinute } from './price-index.ts';

/** Returns null for a minute whose lines are no longer kept. */
export function signedMinuteOf(minute: IndexMinute): SignedMinute | null {
  const { instrument, hours, segment, head, signature, lines } = minute;
  if (lines === null) return null;
  return {
    instrument,
    hours,
    segment,
    minuteMs: minute.minute,
    firstMs: minute.first,
    lastMs: minute.last,
    lineCount: minute.line_count,
    headBefore: minute.head_before,
    head,
    signature,
    lines,
  };
}
