/** Runs a replay that pauses after each event: whole, or in slices that leave the event loop to others. */
import { setImmediate } from 'node:timers/promises';

/** The longest part of a replay without a pause. */
const SLICE_MS_MAX = 2;

/** Runs a replay to its end. */
export function wholeReplay<T>(replay: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = replay.next();
    if (done === true) return value;
  }
}

/** Runs a replay, and yields the processor between slices. */
export async function slicedReplay<T>(replay: Generator<undefined, T>): Promise<T> {
  for (let sliceFrom = performance.now(); ;) {
    const { done, value } = replay.next();
    if (done === true) return value;
    if (performance.now() - sliceFrom < SLICE_MS_MAX) continue;
    await setImmediate();
    sliceFrom = performance.now();
  }
}
