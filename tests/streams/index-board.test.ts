/** The stream of the index: no point is lost or twice there, and a gap asks for the last minute. */
import { VirtualTimeScheduler } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import { createFeed, type Feed } from '../../streams/feed.ts';
import { INDEX_POINTS_MAX } from '../../streams/index-board.ts';

const INSTRUMENT = 'BTC/USDT';
const SUB = { type: 'sub', params: 'INDEX', instrument: INSTRUMENT };
const point = (time: number) => ({ time, price: '1', gap: null, head: 'a' });

let frames: VirtualTimeScheduler;
let feed: Feed;
let sent: unknown[];
/** The times of each emission, after the number of its connection. */
let got: number[][];
beforeEach(() => {
  frames = new VirtualTimeScheduler();
  feed = createFeed({ frames, timers: new VirtualTimeScheduler() });
  sent = [];
  got = [];
  feed.index$(INSTRUMENT).subscribe(({ points, generation }) => {
    got.push([generation, ...points.map(({ time }) => time)]);
  });
  connect();
});

const connect = () => feed.opened((text) => sent.push(JSON.parse(text)));
function say(previous: number | null, ...times: readonly number[]): void {
  const points = times.map(point);
  feed.receive(JSON.stringify({ type: 'INDEX', instrument: INSTRUMENT, previous, points }));
}

test('a frame delivers all new points after those before', () => {
  say(null, 1, 2);
  frames.flush();
  say(2, 3);
  say(3, 4);
  frames.flush();

  expect(got).toEqual([
    [1, 1, 2],
    [1, 1, 2, 3, 4],
  ]);
  expect(sent).toEqual([SUB]);
});

test('a missing point asks once for the last minute, which closes the gap', () => {
  say(null, 1, 2);
  say(3, 4);
  say(4, 5);
  say(null, 2, 3, 4, 5);
  say(5, 6);
  frames.flush();

  expect(sent).toEqual([SUB, SUB]);
  expect(got).toEqual([[1, 1, 2, 3, 4, 5, 6]]);
});

test('after a long interruption older points are dropped, because some in between are missing', () => {
  say(null, 1, 2);
  feed.closed();
  connect();
  say(null, 8, 9);
  frames.flush();

  expect(got).toEqual([[2, 8, 9]]);
});

test('the points of ten minutes are kept', () => {
  say(null, 0);
  for (let time = 1; time <= INDEX_POINTS_MAX; time += 1) say(time - 1, time);
  frames.flush();

  expect(got[0]).toHaveLength(INDEX_POINTS_MAX + 1);
  expect(got[0]?.[1]).toBe(1);
});

test.each([
  ['a price that is no number', { time: 1, price: 'x', gap: null, head: 'a' }],
  ['no head', { time: 1, price: '1', gap: null }],
  ['no time', { price: '1', gap: null, head: 'a' }],
])('a point with %s is dropped and counted', (_, wrong) => {
  const message = { type: 'INDEX', instrument: INSTRUMENT, previous: null, points: [wrong] };
  feed.receive(JSON.stringify(message));
  frames.flush();

  expect(got).toEqual([]);
  expect(feed.stats.malformed).toBe(1);
});
