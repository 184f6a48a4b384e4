/** The view of a page once it equals the expected one, or the last view at the end of the patience. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Path } from '../../../qa/paths.ts';
import { runPath, type System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';

/** Far more than a page needs, so that a busy machine fails no test. */
const PATIENCE_MS = 20_000;
/** For a planted difference, which no patience removes. */
const NOTICED_MS = 1_500;
const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 200;
let patienceMs = PATIENCE_MS;

export async function settledView<View>(read: () => Promise<View>, wanted: View): Promise<View> {
  const deadline = Date.now() + patienceMs;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS)) {
    const shown = await read();
    if (isDeepStrictEqual(shown, wanted) || Date.now() > deadline) return shown;
    await pause(pollMs);
  }
}

/**
 * Runs a path of a model that differs from the pages, and expects the runner to report it.
 * @param differing matches the label of the step at which they differ; null: the start.
 */
export async function expectNoticed(
  path: Path,
  system: System & { expected(move: Move): unknown },
  differing: RegExp | null,
): Promise<void> {
  const isMeant = (move: Move) =>
    differing === null
      ? move === path.start
      : 'label' in move && differing.test(String(move.label));
  const expected = (move: Move): unknown => {
    patienceMs = isMeant(move) ? NOTICED_MS : PATIENCE_MS;
    return system.expected(move);
  };
  try {
    await expect(runPath(path, system, expected)).rejects.toThrow(differing ?? `${path.id}, start`);
  } finally {
    patienceMs = PATIENCE_MS;
  }
}
