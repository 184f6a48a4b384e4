/** Turns of long computations: each one ends, in a loop whose time the test controls. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CandleHistory } from '../../../server/areas/market/simulation/candle-history.ts';
import type { PairTimeline } from '../../../server/areas/market/simulation/pair-timeline.ts';
import { Turns } from '../../../server/areas/market/simulation/turns.ts';

/** A loop that runs its callbacks only in `pass`. */
class HeldLoop {
  time = 0;
  #next: (() => void)[] = [];

  now = (): number => this.time;
  nextPass = (run: () => void): void => void this.#next.push(run);

  /** One pass, in which other work took that long. */
  async pass(otherMs = 0): Promise<void> {
    this.time += otherMs;
    const due = this.#next;
    this.#next = [];
    for (const run of due) run();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Computes for that long, a tenth of a millisecond at a time. */
async function compute(turns: Turns, loop: HeldLoop, ms: number): Promise<void> {
  await turns.begin();
  for (let done = 0; done < ms; done += 0.1) {
    loop.time += 0.1;
    if (turns.isOver) await turns.again();
  }
}

/** Passes until it has ended, at most that many times. */
async function passesUntil(
  work: Promise<void>,
  pass: () => Promise<void>,
  max: number,
): Promise<number> {
  let isDone = false;
  void work.then(() => (isDone = true));
  for (let count = 1; count <= max; count++) {
    await pass();
    if (isDone) return count;
  }
  return Infinity;
}

test('running computations end even if a new request arrives every pass, and use the whole slice', async () => {
  const loop = new HeldLoop();
  const turns = new Turns(loop);
  const long = compute(turns, loop, 10);
  const passes = await passesUntil(
    long,
    async () => {
      void compute(turns, loop, 2);
      await loop.pass();
    },
    100,
  );

  expect(passes).toBeLessThan(15);
});

test('each computation ends within its share of the passes, for any number of requests', async () => {
  const anyLengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyLengths, fc.integer({ min: 1, max: 3 }), async (lengths, newcomerMs) => {
      const loop = new HeldLoop();
      const turns = new Turns(loop);
      const all = Promise.all(lengths.map((ms) => compute(turns, loop, ms))).then(() => {});
      const needed = lengths.reduce((sum, ms) => sum + Math.ceil(ms / 2) + 1, 0);
      const passes = await passesUntil(
        all,
        async () => {
          void compute(turns, loop, newcomerMs);
          await loop.pass();
        },
        1_000,
      );

      expect(passes).toBeLessThanOrEqual(2 * needed + 2);
    }),
    { numRuns: 60 },
  );
});

test('no pass computes for more than two slices, for any number of requests', async () => {
  const loop = new HeldLoop();
  const turns = new Turns(loop);
  const all = Promise.all(
    Array.from({ length: 50 }, (_, n) => compute(turns, loop, (n % 7) + 0.5)),
  );
  let longestMs = 0;
  const passes = await passesUntil(
    all.then(() => {}),
    async () => {
      const before = loop.time;
      await loop.pass();
      longestMs = Math.max(longestMs, loop.time - before);
    },
    1_000,
  );

  expect(passes).toBeLessThan(1_000);
  expect(longestMs).toBeLessThan(4.5);
});

test('computations get longer slices, within bounds, when other work makes passes long', async () => {
  const loop = new HeldLoop();
  const turns = new Turns(loop);
  const long = compute(turns, loop, 100);

  expect(await passesUntil(long, () => loop.pass(30), 100)).toBeLessThan(20);
});

test('one hundred requests for the same candles share one computation', async () => {
  const loop = new HeldLoop();
  let asked = 0;
  const timeline = {
    isOpenWithin: () => true,
    ticksBetween: () => [],
    barBetween: () => {
      asked += 1;
      return null;
    },
  };
  const history = new CandleHistory(timeline as unknown as PairTimeline, new Turns(loop));
  const now = Date.UTC(2026, 0, 1);
  const all = Promise.all(Array.from({ length: 100 }, () => history.newest('60min', 20, now)));
  await loop.pass();
  const first = asked;
  await all;

  expect(first).toBe(21);
  expect(asked).toBe(21);
});
