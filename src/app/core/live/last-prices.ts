/** Stores the prices of the last visit, so that an offline start shows them as stale. */
import type { Quotation } from '../../../../contract/market/market.ts';
import { SECOND_MS } from '../../../../contract/time.ts';
import type { Feed } from '../../../../streams/feed.ts';
import type { KeyValueStore } from '../key-value-store.ts';

const KEY = 'meridian.lastPrices';
const WRITE_EVERY_MS = 5 * SECOND_MS;

interface LastPrices {
  readonly spot: readonly (readonly [number, Quotation])[];
  readonly forex: readonly (readonly [string, Quotation])[];
}

/**
 * Puts the prices of the last visit into the feed, so that a start without network shows them as
 * stale.
 */
export function restoreLastPrices(feed: Feed, store: KeyValueStore): void {
  const kept = parse(store.get(KEY));
  for (const [id, quotation] of kept.spot) feed.quotes.write(id, quotation, 0);
  for (const [symbol, quotation] of kept.forex) feed.forexQuotes.write(symbol, quotation, 0);
}

/**
 * Stores the prices for the next visit, every few seconds while values arrive and when the page
 * closes.
 */
export function keepLastPrices(feed: Feed, store: KeyValueStore, page: Window): () => void {
  let writtenAt = feed.stats.received;

  function write(): void {
    if (feed.stats.received === writtenAt) return;
    writtenAt = feed.stats.received;
    const prices: LastPrices = {
      spot: feed.quotes.entries().map(([id, { value }]) => [id, value]),
      forex: feed.forexQuotes.entries().map(([symbol, { value }]) => [symbol, value]),
    };
    store.set(KEY, JSON.stringify(prices));
  }

  const timer = setInterval(write, WRITE_EVERY_MS);
  page.addEventListener('pagehide', write);
  return () => {
    clearInterval(timer);
    page.removeEventListener('pagehide', write);
    write();
  };
}

function parse(text: string | null): LastPrices {
  try {
    const value = JSON.parse(text ?? '{}') as { spot?: unknown; forex?: unknown };
    return {
      spot: pairs(value.spot, (key) => typeof key === 'number'),
      forex: pairs(value.forex, (key) => typeof key === 'string'),
    };
  } catch {
    return { spot: [], forex: [] };
  }
}

function pairs<Key>(
  value: unknown,
  isKey: (key: unknown) => key is Key,
): readonly (readonly [Key, Quotation])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair: unknown): pair is readonly [Key, Quotation] =>
      Array.isArray(pair) && isKey(pair[0]) && isQuotation(pair[1]),
  );
}

function isQuotation(value: unknown): value is Quotation {
  if (typeof value !== 'object' || value === null) return false;
  const { close, change } = value as Partial<Quotation>;
  return typeof close === 'string' && typeof change === 'string';
}
