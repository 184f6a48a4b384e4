import type { Observable } from 'rxjs';
import type { Quotation } from '../../../contract/schemas/market.ts';
import type { Stamped } from '../../../streams/latest-board.ts';
import type { LiveData } from './live-data.ts';

/** A quotation as a row shows it; null until the feed has one of its own. */
export interface QuoteState {
  readonly quotation: Quotation | null;
  readonly isStale: boolean;
}

/** One row's window on the feed, in the shape of `useSyncExternalStore`. */
export interface QuoteStore {
  subscribe(onChange: () => void): () => void;
  get(): QuoteState;
  /** Tells of every move of the price; the answer ends it. */
  onMove(listener: (isUp: boolean) => void): () => void;
}

const NOTHING_YET: QuoteState = { quotation: null, isStale: false };

export function createQuoteStore(
  { feed, connection }: LiveData,
  quote$: Observable<Stamped<Quotation>>,
): QuoteStore {
  let last: Stamped<Quotation> | null = null;
  let state = NOTHING_YET;

  /** Nothing was lost yet: the very first connection is wanted or on its way. */
  function isFirstTry(generation: number): boolean {
    const snapshot = connection.getSnapshot();
    if (generation > 0) return false;
    return (
      snapshot.matches('idle') || (snapshot.hasTag('connecting') && snapshot.context.tries === 1)
    );
  }

  function update(): boolean {
    const { generation, isOpen } = feed.freshness();
    const isWaiting = isOpen || isFirstTry(generation);
    // What an earlier visit left is shown only when nothing newer can be had.
    const shown = last !== null && (last.generation > 0 || !isWaiting) ? last : null;
    const isStale =
      shown === null ? !isWaiting || generation > 1 : !isOpen || shown.generation < generation;
    const quotation = shown?.value ?? null;
    if (quotation === state.quotation && isStale === state.isStale) return false;
    state = { quotation, isStale };
    return true;
  }

  return {
    get: () => state,
    onMove(listener) {
      let previous: number | null = null;
      const quotes = quote$.subscribe(({ value }) => {
        const close = Number(value.close);
        if (previous !== null && close !== previous) listener(close > previous);
        previous = close;
      });
      return () => quotes.unsubscribe();
    },
    subscribe(onChange) {
      const tell = () => {
        if (update()) onChange();
      };
      const quotes = quote$.subscribe((stamped) => {
        last = stamped;
        tell();
      });
      const freshness = feed.freshness$.subscribe(tell);
      const tries = connection.subscribe(tell);
      return () => {
        quotes.unsubscribe();
        freshness.unsubscribe();
        tries.unsubscribe();
      };
    },
  };
}
