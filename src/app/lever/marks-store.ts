/** The store of the present marks of several contract markets. */
import type { LeverMarketInfo, LeverMarkQuote } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/lever-portfolio.ts';
import type { Feed } from '../../../streams/feed.ts';

export type MarksById = ReadonlyMap<number, KnownMark>;

/** The shape of `useSyncExternalStore`. */
export interface MarksStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same map until a mark changes. */
  get(): MarksById;
}

const knownMark = ({ price, state, close_only: isCloseOnly }: LeverMarkQuote): KnownMark => ({
  price,
  state,
  isCloseOnly,
});

const isSame = (one: KnownMark | undefined, other: KnownMark): boolean =>
  one?.price === other.price && one.state === other.state && one.isCloseOnly === other.isCloseOnly;

/**
 * Returns the marks of `markets`: the listed ones, then the live ones. All marks of one frame are reported
 * together.
 */
export function createMarksStore(
  feed: Pick<Feed, 'mark$'>,
  markets: readonly LeverMarketInfo[],
): MarksStore {
  const listed = markets.map(({ id, mark, mark_state: state, status }): [number, KnownMark] => [
    id,
    { price: mark, state, isCloseOnly: status === 'close_only' },
  ]);
  let marks: MarksById = new Map(listed);
  return {
    get: () => marks,
    subscribe(onChange) {
      let isReporting = false;
      let isEnded = false;
      const report = () => {
        isReporting = false;
        if (!isEnded) onChange();
      };
      const listening = markets.map(({ id }) =>
        feed.mark$(id).subscribe(({ value }) => {
          const mark = knownMark(value);
          if (isSame(marks.get(id), mark)) return;
          marks = new Map(marks).set(id, mark);
          if (isReporting) return;
          isReporting = true;
          queueMicrotask(report);
        }),
      );
      return () => {
        isEnded = true;
        for (const each of listening) each.unsubscribe();
      };
    },
  };
}
