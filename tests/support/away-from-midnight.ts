/** For tests of what is counted by the day, whose days begin at midnight UTC. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import type { TestServer } from './test-server.ts';

/** Longer than a test takes. */
const DAY_END_MS = 30 * MINUTE_MS;

/** Where a day is about to end, moves the server's clock an hour into the next one; sessions may run out by it. */
export async function leaveDayEnd(server: TestServer): Promise<void> {
  const { now } = (await server.control('POST', '/clock/advance', { ms: 0 })) as { now: number };
  const leftMs = DAY_MS - (now % DAY_MS);
  if (leftMs <= DAY_END_MS) await server.controlAdvance(leftMs + HOUR_MS);
}
