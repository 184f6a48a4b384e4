/** The store of the present marks of several contract markets. */
import type { LeverMarketInfo, LeverMarkQuote } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/order-waits.ts';
import type { Feed } from '../../../streams/feed.ts';

export type MarksById = ReadonlyMap<number, KnownMark>;

/** The shape of `useSyncExternalStore`. */
interface MarksStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same map until a mark changes. */
  get(): MarksById;
}

const knownMark = ({ price, status, state, reason, ...others }: LeverMarkQuote): KnownMark => ({
  price,
  status,
  state,
  reason,
  isAgreed: others.is_agreed,
  apartPpm: others.apart_ppm,
  changedAt: others.changed_at,
  isCloseOnly: others.close_only,
});

const listedMark = (market: LeverMarketInfo): KnownMark => ({
  price: market.mark,
  status: market.status,
  state: market.mark_state,
  reason: market.mark_reason,
  isAgreed: market.is_agreed,
  apartPpm: market.apart_ppm,
  changedAt: market.mark_changed_at,
  isCloseOnly: market.status === 'close_only',
});

const FIELDS = [
  'price',
  'status',
  'state',
  'reason',
  'isAgreed',
  'apartPpm',
  'changedAt',
  'isCloseOnly',
] as const;

const isSame = (one: KnownMark | undefined, other: KnownMark): boolean =>
  one !== undefined && FIELDS.every((field) => one[field] === other[field]);

/**
 * Returns the marks of `markets`: the listed ones, then the live ones. All marks of one frame are reported
 * together.
 */
export function createMarksStore(
  feed: Pick<Feed, 'mark$'>,
  markets: readonly LeverMarketInfo[],
): MarksStore {
  let marks: MarksById = new Map(markets.map((market) => [market.id, listedMark(market)]));
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
