/** Finds walks through a graph that visit no place twice. Their number can explode, so everything is bounded. */

export interface Place<E> {
  /** Two places with one key count as the same. */
  readonly key: string;
  /** Returns the outgoing edges. */
  edges(): readonly Edge<E>[];
}
export interface Edge<E> {
  readonly event: E;
  readonly to: Place<E>;
}

export interface WalkBounds {
  /** Largest number of walks to return. */
  readonly limit: number;
  /** Longest walk in steps; by default the largest value with at most `limit` walks. */
  readonly lengthMax?: number | undefined;
}

export interface SimpleWalks<E> {
  readonly walks: readonly (readonly Edge<E>[])[];
  /** Length at which longer walks were cut; null if none was. */
  readonly cutAt: number | null;
  /** Number of walks without a limit, at most {@link COUNTED_MAX}. */
  readonly count: number;
}

/** Counting takes seconds up to this number. */
export const COUNTED_MAX = 500_000;
const COUNTED_REPORTED = 100_000;

/**
 * Returns every walk that cannot be extended without a repeated place, within `bounds`. @param report
 * receives the number counted so far.
 */
export function simpleWalks<E>(
  start: Place<E>,
  { limit, lengthMax }: WalkBounds,
  report: (counted: number) => void = () => {},
): SimpleWalks<E> {
  const wanted = lengthMax ?? Number.POSITIVE_INFINITY;
  let count = 0;
  visitWalks(start, wanted, () => {
    count += 1;
    if (count % COUNTED_REPORTED === 0) report(count);
    return count < COUNTED_MAX;
  });
  const length = lengthMax ?? (count > limit ? longestWithin(start, limit) : wanted);
  const walks: (readonly Edge<E>[])[] = [];
  let isCut = false;
  visitWalks(start, length, (walk, isEnded) => {
    walks.push([...walk]);
    isCut ||= !isEnded;
    return walks.length < limit;
  });
  return { walks, cutAt: isCut ? length : null, count };
}

/** Returns the largest length with at most `limit` walks; at least one. */
function longestWithin<E>(start: Place<E>, limit: number): number {
  for (let length = 1; ; length += 1) {
    let count = 0;
    visitWalks(start, length + 1, () => (count += 1) <= limit);
    if (count > limit) return length;
  }
}

/**
 * Calls `visit` with each walk of at most `lengthMax` steps, until it returns false. The array is
 * reused; `isEnded` is true if the walk cannot be extended.
 */
function visitWalks<E>(
  start: Place<E>,
  lengthMax: number,
  visit: (walk: readonly Edge<E>[], isEnded: boolean) => boolean,
): void {
  const walk: Edge<E>[] = [];
  const seen = new Set([start.key]);
  const goOn = (from: Place<E>): boolean => {
    const next = from.edges().filter(({ to }) => !seen.has(to.key));
    if (next.length === 0 || walk.length >= lengthMax) return visit(walk, next.length === 0);
    for (const edge of next) {
      walk.push(edge);
      seen.add(edge.to.key);
      const isGoingOn = goOn(edge.to);
      seen.delete(edge.to.key);
      walk.pop();
      if (!isGoingOn) return false;
    }
    return true;
  };
  goOn(start);
}
