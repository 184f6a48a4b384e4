/** The time in notices, which have no time zone of their reader. */
import type { EpochMs } from '../../../contract/time.ts';

/** Returns date and minute, such as `2026-12-01 14:05 UTC`. */
export function utcText(atMs: EpochMs): string {
  const [day = '', clock = ''] = new Date(atMs).toISOString().split('T');
  return `${day} ${clock.slice(0, 'hh:mm'.length)} UTC`;
}
