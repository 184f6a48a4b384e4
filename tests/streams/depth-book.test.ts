/** The order book of a reader, compared with a plain map of prices. */
import fc from 'fast-check';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { DepthMessage } from '../../contract/channels.ts';
import type { DepthLevel } from '../../contract/market/market.ts';
import { DEPTH_ROWS_MAX, type DepthView } from '../../streams/depth-board.ts';
import { DepthBook } from '../../streams/depth-book.ts';
import { createFeed } from '../../streams/feed.ts';
import { figuresOf } from '../../machines/app/spot/order-ticket.figures.ts';
import { LIMIT_BUY, TICKET_FACTS } from '../support/spot/ticket-facts.ts';

const snapshot = (seq: number, bids: DepthLevel[], asks: DepthLevel[] = []): DepthMessage => ({
  type: 'DEPTH',
  kind: 'snapshot',
  currency_match_id: 1,
  seq,
  bids,
  asks,
});
const delta = (
  from: number,
  seq: number,
  bids: DepthLevel[],
  asks: DepthLevel[] = [],
): DepthMessage => ({
  type: 'DEPTH',
  kind: 'delta',
  currency_match_id: 1,
  previous_seq: from,
  seq,
  bids,
  asks,
});

const pricesOf = (levels: readonly { readonly price: string }[]) =>
  levels.map(({ price }) => price);

describe('the book', () => {
  test('puts the best price first, also of prices of different length', () => {
    const book = new DepthBook();
    book.apply(snapshot(1, [['9.5', '1']], [['10.25', '1']]));
    book.apply(
      delta(
        1,
        2,
        [
          ['10', '2'],
          ['0.00001', '3'],
        ],
        [
          ['11', '1'],
          ['10.5', '1'],
        ],
      ),
    );
    expect(pricesOf(book.bids)).toEqual(['10', '9.5', '0.00001']);
    expect(pricesOf(book.asks)).toEqual(['10.25', '10.5', '11']);
  });

  test('is a plain sorted map of prices after any messages', () => {
    const level = fc.tuple(
      fc.integer({ min: 1, max: 40 }).map((ticks) => String(ticks / 4)),
      fc.constantFrom('0', '0.5', '1', '123.456'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(level, { maxLength: 8 })), (rounds) => {
        const book = new DepthBook();
        const plain = new Map<string, string>();
        book.apply(snapshot(0, []));
        rounds.forEach((levels, index) => {
          expect(book.apply(delta(index, index + 1, levels))).toBe('applied');
          for (const [price, quantity] of levels)
            if (quantity === '0') plain.delete(price);
            else plain.set(price, quantity);
        });
        const sorted = [...plain].toSorted(([a], [b]) => Number(b) - Number(a));
        expect(book.bids.map(({ price, quantity }) => [price, quantity])).toEqual(sorted);
      }),
    );
  });

  test('that misses a message waits for a snapshot and ignores everything else', () => {
    const book = new DepthBook();
    book.apply(snapshot(1, [['10', '1']]));
    expect(book.apply(delta(2, 3, [['10', '5']]))).toBe('gap');
    expect(book.apply(delta(3, 4, [['10', '6']]))).toBe('ignored');
    expect(book.apply(delta(1, 2, [['10', '7']]))).toBe('ignored');
    expect(book.seq).toBeNull();
    book.apply(snapshot(9, [['8', '1']]));
    expect(pricesOf(book.bids)).toEqual(['8']);
    expect(book.apply(delta(9, 10, [['9', '1']]))).toBe('applied');
  });

  test('takes no message from before its snapshot for the next one', () => {
    const book = new DepthBook();
    book.apply(snapshot(9, [['10', '1']]));
    expect(book.apply(delta(7, 8, [['10', '5']]))).toBe('gap');
  });

  test('that has no snapshot yet takes no delta', () => {
    expect(new DepthBook().apply(delta(1, 2, []))).toBe('ignored');
  });
});

function setUp() {
  const frames = new VirtualTimeScheduler();
  const timers = new VirtualTimeScheduler();
  const feed = createFeed({ frames, timers, lingerMs: 50 });
  const sent: unknown[] = [];
  const views: DepthView[] = [];
  const open = () => feed.opened((text) => sent.push(JSON.parse(text)));
  const say = (message: DepthMessage) => feed.receive(JSON.stringify(message));
  const listening = feed.depth$(1).subscribe((view) => views.push(view));
  return { feed, frames, timers, sent, views, open, say, listening };
}

describe('the view of the book', () => {
  test('sums the quantity up to each level, exactly', () => {
    const { frames, views, open, say } = setUp();
    open();
    say(
      snapshot(1, [
        ['10', '0.1'],
        ['9', '0.2'],
        ['8', '0.000000000000000001'],
      ]),
    );
    frames.flush();
    expect(views[0]?.bids).toEqual([
      { price: '10', quantity: '0.1', cumulative: '0.1' },
      { price: '9', quantity: '0.2', cumulative: '0.3' },
      { price: '8', quantity: '0.000000000000000001', cumulative: '0.300000000000000001' },
    ]);
  });

  test('is emitted once a frame, for any number of deltas', () => {
    const { frames, views, open, say } = setUp();
    open();
    say(snapshot(0, [['10', '1']]));
    for (let seq = 1; seq <= 100; seq += 1) say(delta(seq - 1, seq, [['10', String(seq)]]));
    frames.flush();
    expect(views.map(({ bids }) => bids[0]?.quantity)).toEqual(['100']);
  });

  test('keeps the rows that did not change', () => {
    const { frames, views, open, say } = setUp();
    open();
    say(
      snapshot(
        0,
        [
          ['10', '1'],
          ['9', '1'],
          ['8', '1'],
        ],
        [['11', '1']],
      ),
    );
    frames.flush();
    say(delta(0, 1, [['9', '2']]));
    frames.flush();
    const [before, after] = views;
    expect(after?.bids[0]).toBe(before?.bids[0]);
    expect(after?.bids[2]).not.toBe(before?.bids[2]);
    expect(after?.asks).toBe(before?.asks);
  });

  test('reports no change for levels that are too deep to show', () => {
    const { frames, views, open, say } = setUp();
    open();
    const levels = Array.from({ length: DEPTH_ROWS_MAX + 5 }, (_, index): DepthLevel => [
      String(1_000 - index),
      '1',
    ]);
    say(snapshot(0, levels));
    frames.flush();
    say(delta(0, 1, [[String(1_000 - DEPTH_ROWS_MAX - 1), '7']]));
    frames.flush();
    expect(views).toHaveLength(1);
    expect(views[0]?.bids).toHaveLength(DEPTH_ROWS_MAX);
  });

  test('hides no level from a market order', () => {
    const { feed, frames, open, say } = setUp();
    open();
    const asks = Array.from({ length: DEPTH_ROWS_MAX + 10 }, (_, index): DepthLevel => [
      String(100 + index),
      '1',
    ]);
    say(snapshot(0, [], asks));
    frames.flush();
    const isShort = (size: string) =>
      figuresOf(
        { ...LIMIT_BUY, kind: 'market', sizedBy: 'quantity', size },
        { ...TICKET_FACTS, book: feed.wholeDepth(1) },
      )?.isShort;
    expect(isShort(String(asks.length))).toBe(false);
    expect(isShort(String(asks.length + 1))).toBe(true);
  });

  test('is null until the first message, and for no market', () => {
    const { feed, timers, frames, open, say, listening } = setUp();
    open();
    expect(feed.wholeDepth(1)).toBeNull();
    say(snapshot(0, [['10', '1']]));
    frames.flush();
    expect(feed.wholeDepth(1)?.bids).toMatchObject([{ price: '10', quantity: '1' }]);
    listening.unsubscribe();
    timers.flush();
    expect(feed.wholeDepth(1)).toBeNull();
  });

  test('after a gap comes from a fresh snapshot, which is asked for once', () => {
    const { frames, sent, views, open, say } = setUp();
    open();
    const sub = { type: 'sub', params: 'DEPTH', currency_match_id: 1 };
    say(snapshot(0, [['10', '1']]));
    frames.flush();
    say(delta(5, 6, [['10', '2']]));
    say(delta(6, 7, [['10', '3']]));
    frames.flush();
    expect(sent).toEqual([sub, sub]);
    expect(views.map(({ generation }) => generation)).toEqual([1, 0]);
    say(snapshot(7, [['10', '3']]));
    frames.flush();
    expect(views.at(-1)).toMatchObject({ generation: 1, bids: [{ quantity: '3' }] });
  });

  test('of an earlier connection stays until the new one’s snapshot; its deltas do not count', () => {
    const { feed, frames, views, open, say } = setUp();
    open();
    say(snapshot(3, [['10', '1']]));
    frames.flush();
    feed.closed();
    open();
    say(delta(3, 4, [['10', '9']]));
    frames.flush();
    expect(views.at(-1)?.bids[0]?.quantity).toBe('1');
    say(snapshot(1, [['10', '2']]));
    frames.flush();
    expect(views.at(-1)).toMatchObject({ generation: 2, bids: [{ quantity: '2' }] });
  });

  test('begins with a snapshot, and ignores earlier messages in transit', () => {
    const { frames, views, open, say } = setUp();
    open();
    say(delta(3, 4, [['10', '9']]));
    frames.flush();
    expect(views).toEqual([]);
  });

  test('ends a linger after the last listener, and restarts with the next one', () => {
    const { feed, timers, frames, sent, open, say, listening } = setUp();
    open();
    say(snapshot(0, [['10', '1']]));
    frames.flush();
    listening.unsubscribe();
    timers.flush();
    expect(sent.at(-1)).toEqual({ type: 'unsub', params: 'DEPTH', currency_match_id: 1 });
    const seen: DepthView[] = [];
    feed.depth$(1).subscribe((view) => seen.push(view));
    expect(seen).toEqual([]);
  });
});
