/** Walks through a graph that come nowhere twice. There can be more than anybody can count, so all is bounded. */

export interface Place<E> {
  /** Two places of one key count as the same one. */
  readonly key: string;
  /** What leads on from here. */
  edges(): readonly Edge<E>[];
}
export interface Edge<E> {
  readonly event: E;
  readonly to: Place<E>;
}

export interface WalkBounds {
  /** Most walks that are wanted. */
  readonly limit: number;
  /** Most steps of a walk; absent: as many as give no more walks than `limit`. */
  readonly lengthMax?: number | undefined;
}

export interface SimpleWalks<E> {
  readonly walks: readonly (readonly Edge<E>[])[];
  /** Where longer walks were cut; null when none was. */
  readonly cutAt: number | null;
  /** How many there are without a limit, at most {@link COUNTED_MAX}. */
  readonly count: number;
}

/** Counting takes seconds up to here. */
export const COUNTED_MAX = 500_000;
const COUNTED_TOLD = 100_000;

/** Every walk that can go no further without coming somewhere again, within `bounds`. @param tell hears how many are counted. */
export function simpleWalks<E>(
  start: Place<E>,
  { limit, lengthMax }: WalkBounds,
  tell: (counted: number) => void = () => {},
): SimpleWalks<E> {
  const wanted = lengthMax ?? Number.POSITIVE_INFINITY;
  let count = 0;
  visitWalks(start, wanted, () => {
    count += 1;
    if (count % COUNTED_TOLD === 0) tell(count);
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

/** The most steps of a walk at which there are no more walks than `limit`; at least one. */
function longestWithin<E>(start: Place<E>, limit: number): number {
  for (let length = 1; ; length += 1) {
    let count = 0;
    visitWalks(start, length + 1, () => (count += 1) <= limit);
    if (count > limit) return length;
  }
}

/**
 * Calls `visit` with each walk of at most `lengthMax` steps, until it says false.
 * The array is used again; `isEnded` says whether the walk could go no further.
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
