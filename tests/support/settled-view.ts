/** What a page shows once it shows what is expected; what it shows when patience ends otherwise. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 20_000;
const FIRST_POLL_MS = 25;
const LONGEST_POLL_MS = 200;

export async function settledView<View>(read: () => Promise<View>, wanted: View): Promise<View> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS)) {
    const shown = await read();
    if (isDeepStrictEqual(shown, wanted) || Date.now() > deadline) return shown;
    await pause(pollMs);
  }
}
