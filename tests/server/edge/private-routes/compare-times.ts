/** Compares the duration of two calls, relative to the variation of one of them in the same period. */

/** Any asynchronous call. */
type Act = () => Promise<unknown>;

interface ComparedTimes {
  /** Difference between the two calls, in ms. */
  readonly differenceMs: number;
  /** Difference that the machine's noise explains at the moment, in ms. */
  readonly explainedMs: number;
}

/** Each call is first, second and last equally often, and follows each other call equally often. */
const TURNS = [
  ['one', 'other', 'again'],
  ['other', 'again', 'one'],
  ['again', 'one', 'other'],
  ['again', 'other', 'one'],
  ['one', 'again', 'other'],
  ['other', 'one', 'again'],
] as const;
/**
 * Factor from the median of distances of one round to the standard error of a median, for errors of any
 * common shape.
 */
const ERROR_OF_MEDIAN = 1.86;
const ERRORS_ALLOWED = 3;
/** Permitted permanent difference, as a share of the duration: a row that is read, or missing. */
const SHARE_ALLOWED = 0.1;
/** Network latency varies by more than this from one call to the next. */
const MS_ALLOWED = 1;
const ROUNDS_MIN = 5 * TURNS.length;
/** No new round begins after this time, however little the comparison has shown by then. */
const BEGUN_WITHIN_MS = 1_000;

/**
 * Runs both calls, the other one twice as often, in changing order, so that other load affects all alike. It
 * continues until the noise of the machine is smaller than the permitted difference.
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
