/** For tests of daily limits, which reset at midnight UTC. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import type { TestServer } from './servers/test-server.ts';

/** Longer than a test takes. */
const DAY_END_MS = 30 * MINUTE_MS;

/** Moves the server's clock an hour into the next day if the day is about to end; sessions may expire by it. */
export async function leaveDayEnd(server: TestServer): Promise<void> {
  const { now } = (await server.control('POST', '/clock/advance', { ms: 0 })) as { now: number };
  const leftMs = DAY_MS - (now % DAY_MS);
  if (leftMs <= DAY_END_MS) await server.controlAdvance(leftMs + HOUR_MS);
}
