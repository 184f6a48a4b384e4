/** Prices of an earlier visit, kept in the browser's storage. */
import { VirtualTimeScheduler } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLastPrices, restoreLastPrices } from '../../../src/app/core/live/last-prices.ts';
import { createFeed } from '../../../streams/feed.ts';
import { createMemoryBrowser } from '../../support/memory-browser.ts';

const KEY = 'meridian.lastPrices';
const page = new EventTarget() as Window;
const newFeed = () =>
  createFeed({ frames: new VirtualTimeScheduler(), timers: new VirtualTimeScheduler() });
const quote = (id: number, close: string) =>
  JSON.stringify({ type: 'DAY_MARKET', currency_match_id: id, quotation: { close, change: '0' } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('prices outlive the page, and are restored as those of an earlier visit', () => {
  const store = createMemoryBrowser().openTab();
  const feed = newFeed();
  const stop = keepLastPrices(feed, store, page);
  feed.opened(() => undefined);
  feed.receive(quote(1, '5'));
  feed.receive('{"type":"FOREX","symbol":"EURUSD","quotation":{"close":"1.1","change":"0"}}');
  stop();

  const next = newFeed();
  restoreLastPrices(next, store);

  expect(next.quotes.entries()).toEqual([
    [1, { value: { close: '5', change: '0' }, generation: 0 }],
  ]);
  expect(next.forexQuotes.entries()).toEqual([
    ['EURUSD', { value: { close: '1.1', change: '0' }, generation: 0 }],
  ]);
});

test('prices are written every few seconds at most, and only after a change', () => {
  const store = createMemoryBrowser().openTab();
  const write = vi.spyOn(store, 'set');
  const feed = newFeed();
  const stop = keepLastPrices(feed, store, page);
  vi.advanceTimersByTime(60_000);
  expect(write).not.toHaveBeenCalled();

  for (let price = 0; price < 1_000; price += 1) feed.receive(quote(1, String(price)));
  vi.advanceTimersByTime(60_000);
  stop();

  expect(write).toHaveBeenCalledOnce();
});

test('prices are written when the page closes', () => {
  const store = createMemoryBrowser().openTab();
  const feed = newFeed();
  const stop = keepLastPrices(feed, store, page);
  feed.receive(quote(1, '7'));

  page.dispatchEvent(new Event('pagehide'));
  stop();

  expect(store.get(KEY)).toContain('"7"');
});

test.each([
  '{',
  'null',
  '{"spot":7}',
  '{"spot":[["1",{"close":"1","change":"1"}],[2,{"close":3}]]}',
])('a corrupt stored value is dropped: %s', (text) => {
  const browser = createMemoryBrowser();
  browser.texts.set(KEY, text);
  const feed = newFeed();

  restoreLastPrices(feed, browser.openTab());

  expect(feed.quotes.entries()).toEqual([]);
});
