/** The watch of fast contracts that wait for an index log that stands. */
import { beforeEach, expect, test } from 'vitest';
import { startMicroWatch } from '../../../server/areas/micro/micro-watch.ts';
import type { Jobs } from '../../../server/kit/jobs/jobs.ts';

/** Runs of the job in a minute. */
const MINUTE = 12;

let run: () => unknown;
let point: () => void;
let logged: unknown[];
const view = { openCount: 1 };
beforeEach(() => {
  logged = [];
  view.openCount = 1;
  const jobs = {
    start: (_: string, { work }: { work(): unknown }) => {
      run = work;
    },
  } as unknown as Pick<Jobs, 'start'>;
  const index = {
    subscribe: (listener: () => void) => {
      point = listener;
      return () => undefined;
    },
  };
  startMicroWatch({
    view,
    index,
    jobs,
    log: { error: (fields: unknown) => void logged.push(fields) },
  });
});

const runs = (count: number) => Array.from({ length: count }, () => run());

test('orders that wait for more than a minute without a point are logged once, and each run fails', () => {
  runs(MINUTE);
  expect(logged).toEqual([]);
  for (let each = 0; each < 3; each += 1) expect(run).toThrow(/no point of the index was stored/);
  expect(logged).toMatchObject([{ openOrders: 1 }]);
});

test('a point ends the wait', () => {
  runs(MINUTE);
  point();
  runs(MINUTE);
  expect(logged).toEqual([]);
});

test('a log that stands is no error while no order waits', () => {
  view.openCount = 0;
  runs(2 * MINUTE);
  expect(logged).toEqual([]);
});
