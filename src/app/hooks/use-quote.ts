import { useSyncExternalStore } from 'react';
import type { Quotation } from '../../../contract/schemas/market.ts';
import { liveDataOf } from '../live/live-data.ts';
import { quoteStoreOf, type QuoteStore } from '../live/quote-view.ts';
import { useRuntime } from '../runtime-context.ts';

export type { QuoteStore };

export interface QuoteView extends Quotation {
  /** The value is older than the connection. */
  readonly isStale: boolean;
}

/** The live quotation of a spot market; `initial` until one arrives. Renders at most once a frame, and only on a change. */
export function useQuote(matchId: number, initial: Quotation): QuoteView {
  return useView(useQuoteStore(matchId), initial);
}

/** The live quotation of a forex symbol, like {@link useQuote}. */
export function useForexQuote(symbol: string, initial: Quotation): QuoteView {
  return useView(useForexQuoteStore(symbol), initial);
}

/** Whether the price of a spot market is out of date; renders when that changes, not with the price. */
export function useIsQuoteStale(matchId: number): boolean {
  return useIsStale(useQuoteStore(matchId));
}

/** Whether the price of a forex symbol is out of date, like {@link useIsQuoteStale}. */
export function useIsForexQuoteStale(symbol: string): boolean {
  return useIsStale(useForexQuoteStore(symbol));
}

/** The live quotation of a spot market for lists that write it themselves; renders nothing. */
export function useQuoteStore(matchId: number): QuoteStore {
  const live = liveDataOf(useRuntime());
  return quoteStoreOf(live, live.feed.quote$(matchId));
}

/** The live quotation of a forex symbol, like {@link useQuoteStore}. */
export function useForexQuoteStore(symbol: string): QuoteStore {
  const live = liveDataOf(useRuntime());
  return quoteStoreOf(live, live.feed.forexQuote$(symbol));
}

function useView(store: QuoteStore, initial: Quotation): QuoteView {
  const { quotation, isStale } = useSyncExternalStore(store.subscribe, store.get);
  const { close, change } = quotation ?? initial;
  return { close, change, isStale };
}

function useIsStale(store: QuoteStore): boolean {
  return useSyncExternalStore(store.subscribeStale, store.isStale);
}
