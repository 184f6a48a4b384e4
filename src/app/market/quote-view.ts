/** The store of one instrument's quotation with its staleness. */
import type { Observable } from 'rxjs';
import type { Quotation } from '../../../contract/market/market.ts';
import type { Stamped } from '../../../streams/latest-board.ts';
import type { LiveData } from '../core/live/live-data.ts';

/** A quotation for a row; null until the feed has one. */
interface QuoteState {
  readonly quotation: Quotation | null;
  readonly isStale: boolean;
}

/** One instrument's quotation in the feed, in the shape of `useSyncExternalStore`. */
export interface QuoteStore {
  subscribe(onChange: () => void): () => void;
  get(): QuoteState;
  /** Called when the value becomes stale or fresh, but not for new prices. */
  subscribeStale(onChange: () => void): () => void;
  isStale(): boolean;
}

const NOTHING_YET: QuoteState = { quotation: null, isStale: false };

const stores = new WeakMap<Observable<Stamped<Quotation>>, QuoteStore>();

/** Returns the store of an instrument, shared by all parts of the page. */
export function quoteStoreOf(live: LiveData, quote$: Observable<Stamped<Quotation>>): QuoteStore {
  const known = stores.get(quote$);
  if (known !== undefined) return known;
  const created = createQuoteStore(live, quote$);
  stores.set(quote$, created);
  return created;
}

export function createQuoteStore(
  { feed, connection }: LiveData,
  quote$: Observable<Stamped<Quotation>>,
): QuoteStore {
  const listeners = new Set<() => void>();
  const staleListeners = new Set<() => void>();
  let last: Stamped<Quotation> | null = null;
  let state = NOTHING_YET;
  let disconnect: (() => void) | null = null;

  /** Nothing was lost yet: the first connection is being opened. */
  function isFirstTry(generation: number): boolean {
    const snapshot = connection.getSnapshot();
    if (generation > 0) return false;
    return (
      snapshot.matches('idle') || (snapshot.hasTag('connecting') && snapshot.context.tries === 1)
    );
  }

  function update(): void {
    const { generation, isOpen } = feed.freshness();
    const isWaiting = isOpen || isFirstTry(generation);
    // A price of an earlier visit is shown only if no newer one can be loaded.
    const shown = last !== null && (last.generation > 0 || !isWaiting) ? last : null;
    const isStale =
      shown === null ? !isWaiting || generation > 1 : !isOpen || shown.generation < generation;
    const quotation = shown?.value ?? null;
    if (quotation === state.quotation && isStale === state.isStale) return;
    const wasStale = state.isStale;
    state = { quotation, isStale };
    for (const listener of listeners) listener();
    if (isStale !== wasStale) for (const listener of staleListeners) listener();
  }

  function take(stamped: Stamped<Quotation>): void {
    last = stamped;
    update();
  }

  function connect(): () => void {
    const quotes = quote$.subscribe(take);
    const freshness = feed.freshness$.subscribe(update);
    const tries = connection.subscribe(update);
    return () => {
      quotes.unsubscribe();
      freshness.unsubscribe();
      tries.unsubscribe();
    };
  }

  function listen(to: Set<() => void>, listener: () => void): () => void {
    to.add(listener);
    disconnect ??= connect();
    return () => {
      to.delete(listener);
      if (listeners.size + staleListeners.size > 0) return;
      disconnect?.();
      disconnect = null;
    };
  }

  return {
    get: () => state,
    subscribe: (onChange) => listen(listeners, onChange),
    isStale: () => state.isStale,
    subscribeStale: (onChange) => listen(staleListeners, onChange),
  };
}
