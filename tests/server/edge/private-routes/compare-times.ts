/** Whether one call takes as long as another, measured by how much the other differs from itself meanwhile. */

/** Anything that is awaited. */
type Act = () => Promise<unknown>;

export interface ComparedTimes {
  /** By how much the one differs from the other; ms. */
  readonly differenceMs: number;
  /** What the machine alone explains, just now; ms. */
  readonly explainedMs: number;
}

/** Each is first, in the middle and last equally often, and comes equally often after each other one. */
const TURNS = [
  ['one', 'other', 'again'],
  ['other', 'again', 'one'],
  ['again', 'one', 'other'],
  ['again', 'other', 'one'],
  ['one', 'again', 'other'],
  ['other', 'one', 'again'],
] as const;
/** From the median of distances, of one round, to the standard error of a median, for errors of any common shape. */
const ERROR_OF_MEDIAN = 1.86;
const ERRORS_ALLOWED = 3;
/** What two calls may differ by for good, of what they take: a row that is read, or is not there. */
const SHARE_ALLOWED = 0.1;
/** Ways through a network differ by more from one call to the next. */
const MS_ALLOWED = 1;
const ROUNDS_MIN = 5 * TURNS.length;
/** No more rounds are begun after this, however little can be told by then. */
const BEGUN_WITHIN_MS = 1_000;

/**
 * Runs both, the other one twice as often, in changing turns: what else the machine does weighs on all
 * alike. It goes on until what the machine explains no longer hides more than what is allowed anyway.
 */
export async function compareTimes(one: Act, other: Act): Promise<ComparedTimes> {
  const acts = { one, other, again: other };
  const differences: number[] = [];
  const distances: number[] = [];
  const durations: number[] = [];
  const begun = performance.now();
  for (;;) {
    const ms = { one: 0, other: 0, again: 0 };
    for (const which of TURNS[differences.length % TURNS.length] ?? []) {
      const start = performance.now();
      await acts[which]();
      ms[which] = performance.now() - start;
    }
    const mean = (ms.other + ms.again) / 2;
    differences.push(ms.one - mean);
    distances.push(Math.abs(ms.other - ms.again));
    durations.push(mean);
    if (differences.length < ROUNDS_MIN) continue;
    const spreadMs = (medianOf(distances) * ERROR_OF_MEDIAN) / Math.sqrt(differences.length);
    const noiseMs = ERRORS_ALLOWED * spreadMs;
    const allowedMs = Math.max(MS_ALLOWED, SHARE_ALLOWED * medianOf(durations));
    if (noiseMs > allowedMs && performance.now() - begun < BEGUN_WITHIN_MS) continue;
    const differenceMs = Math.abs(medianOf(differences));
    return { differenceMs, explainedMs: noiseMs + allowedMs };
  }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
