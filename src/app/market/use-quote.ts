/** The hooks of live quotations of spot and forex instruments. */
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Quotation } from '../../../contract/market/market.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { quoteStoreOf, type QuoteStore } from './quote-view.ts';
import { useRuntime } from '../core/runtime-context.ts';

export interface QuoteView extends Quotation {
  /** Whether the value is older than the connection. */
  readonly isStale: boolean;
}

/** Receives the present quotation. */
export type QuoteListener = (quotation: Quotation, isStale: boolean) => void;

/**
 * Returns the live quotation of a spot market; `initial` until one arrives. Renders at most once a
 * frame, and only on a change.
 */
export function useQuote(matchId: number, initial: Quotation): QuoteView {
  return useView(useSpotStore(matchId), initial);
}

/** Returns the live quotation of a forex symbol, like {@link useQuote}. */
export function useForexQuote(symbol: string, initial: Quotation): QuoteView {
  return useView(useForexStore(symbol), initial);
}

/**
 * Passes the live quotation of a spot market to the listener that `begin` creates: before the first
 * paint, and at each change, at most once a frame, without rendering. `begin` must be the same
 * function until the listener shall change.
 */
export function useQuoteListener(
  matchId: number,
  initial: Quotation,
  begin: () => QuoteListener,
): void {
  useListener(useSpotStore(matchId), initial, begin);
}

/** Passes the live quotation of a forex symbol, like {@link useQuoteListener}. */
export function useForexQuoteListener(
  symbol: string,
  initial: Quotation,
  begin: () => QuoteListener,
): void {
  useListener(useForexStore(symbol), initial, begin);
}

/**
 * Returns whether the price of a spot market is stale; renders when that changes, not with the
 * price.
 */
export function useIsQuoteStale(matchId: number): boolean {
  return useIsStale(useSpotStore(matchId));
}

/** Returns whether the price of a forex symbol is stale, like {@link useIsQuoteStale}. */
export function useIsForexQuoteStale(symbol: string): boolean {
  return useIsStale(useForexStore(symbol));
}

function useSpotStore(matchId: number): QuoteStore {
  const live = liveDataOf(useRuntime());
  return quoteStoreOf(live, live.feed.quote$(matchId));
}

function useForexStore(symbol: string): QuoteStore {
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

function useListener(store: QuoteStore, initial: Quotation, begin: () => QuoteListener): void {
  useLayoutEffect(() => {
    const listener = begin();
    const show = () => {
      const { quotation, isStale } = store.get();
      listener(quotation ?? initial, isStale);
    };
    const stop = store.subscribe(show);
    show();
    return stop;
  }, [store, initial, begin]);
}
