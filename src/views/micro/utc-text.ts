/** A point of time as the record has it: in UTC, with milliseconds. */
import type { EpochMs } from '../../../contract/time.ts';

/** Returns `2026-11-25 12:01:10.250 UTC`; the number itself for one that is no date. */
export function utcText(atMs: EpochMs): string {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return String(atMs);
  return date.toISOString().replace('T', ' ').replace('Z', ' UTC');
}
