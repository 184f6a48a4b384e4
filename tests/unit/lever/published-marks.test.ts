/** The marks that listeners of contract markets get, in the order in which they were taken. */
import { expect, test } from 'vitest';
import type { LeverMarkView } from '../../../server/areas/lever/lever-exchange.types.ts';
import { PublishedMarks } from '../../../server/areas/lever/published-marks.ts';

const MARKET = 1;

const viewAt = (atMs: number, ticks: number, apartPpm = 0): LeverMarkView => ({
  mark: { state: 'live', seq: ticks, ticks, isAgreed: true, apartPpm, isCloseOnly: false },
  marketStatus: 'trading',
  atMs,
  changedAtMs: 0,
  lastLiveTicks: ticks,
  status: 'live',
  sources: [],
});

function setUp() {
  let taken: LeverMarkView | undefined;
  const marks = new PublishedMarks(
    { view: () => taken },
    { error: (_: unknown, text?: string) => expect.fail(text) },
  );
  const heard: number[] = [];
  marks.listen((_, { lastLiveTicks }) => heard.push(lastLiveTicks ?? 0));
  const take = (view: LeverMarkView, committed: Promise<unknown> | null = null) => {
    taken = view;
    marks.publish(MARKET, committed);
  };
  return { marks, heard, take };
}

test('a mark after a step back of the clock is shown at once', () => {
  const { marks, heard, take } = setUp();
  take(viewAt(10_000, 100));
  take(viewAt(5_000, 101));
  expect(heard).toEqual([100, 101]);
  expect(marks.view(MARKET)?.lastLiveTicks).toBe(101);
});

test('a mark whose commit comes late never replaces a newer one', async () => {
  const { marks, heard, take } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  take(viewAt(1_000, 100), promise);
  take(viewAt(1_000, 101));
  resolve();
  await promise;
  expect(heard).toEqual([101]);
  expect(marks.view(MARKET)?.lastLiveTicks).toBe(101);
});

test('a mark at which only the distance of the sources has changed is published', () => {
  const { heard, take } = setUp();
  take(viewAt(1_000, 100));
  take(viewAt(1_050, 100));
  take(viewAt(1_100, 100, 103));
  expect(heard).toEqual([100, 100]);
});

test('a mark that is frozen again is published, even when only a command saw the live one between', () => {
  const { marks, take } = setUp();
  const frozenSince = (changedAtMs: number): LeverMarkView => ({
    ...viewAt(9_000, 100),
    mark: { state: 'frozen' },
    status: 'too_few',
    changedAtMs,
  });
  const since: number[] = [];
  marks.listen((_, { changedAtMs }) => since.push(changedAtMs));
  for (const changedAtMs of [1_000, 1_000, 8_000]) take(frozenSince(changedAtMs));
  expect(since).toEqual([1_000, 8_000]);
});
