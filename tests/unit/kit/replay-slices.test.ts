/** Long replays let others work between their slices. */
import { expect, test } from 'vitest';
import { slicedReplay, wholeReplay } from '../../../server/kit/lifecycle/replay-slices.ts';

/** A replay of 20 events, each of which takes a millisecond. */
function* longReplay(): Generator<undefined, string> {
  for (let event = 0; event < 20; event += 1) {
    for (const from = performance.now(); performance.now() - from < 1;);
    yield;
  }
  return 'replayed';
}

test('a sliced replay ends after others had turns, with the same result', async () => {
  let turns = 0;
  let isRunning = true;
  const takeTurn = (): void => {
    turns += 1;
    if (isRunning) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  expect(await slicedReplay(longReplay())).toBe('replayed');
  isRunning = false;
  expect(turns).toBeGreaterThan(4);
  expect(wholeReplay(longReplay())).toBe('replayed');
});
