import { useMemo, useSyncExternalStore } from 'react';
import type { Quotation } from '../../../contract/schemas/market.ts';
import { liveDataOf } from '../live/live-data.ts';
import { createQuoteStore, type QuoteStore } from '../live/quote-view.ts';
import { useRuntime } from '../runtime-context.ts';

export interface QuoteView extends Quotation {
  /** The value is older than the connection. */
  readonly isStale: boolean;
}

/** The live quotation of a spot market; `initial` until one arrives. Renders at most once a frame, and only on a change. */
export function useQuote(matchId: number, initial: Quotation): QuoteView {
  const live = liveDataOf(useRuntime());
  const store = useMemo(() => createQuoteStore(live, live.feed.quote$(matchId)), [live, matchId]);
  return useQuoteStore(store, initial);
}

/** The live quotation of a forex symbol, like {@link useQuote}. */
export function useForexQuote(symbol: string, initial: Quotation): QuoteView {
  const live = liveDataOf(useRuntime());
  const store = useMemo(
    () => createQuoteStore(live, live.feed.forexQuote$(symbol)),
    [live, symbol],
  );
  return useQuoteStore(store, initial);
}

function useQuoteStore(store: QuoteStore, initial: Quotation): QuoteView {
  const { quotation, isStale } = useSyncExternalStore(store.subscribe, store.get);
  const { close, change } = quotation ?? initial;
  return { close, change, isStale };
}
