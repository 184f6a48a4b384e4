/** A server that stops responding or loses its database for a time, and continues: users could not act in that time. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { Clock } from '../../../contract/time.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import { findTimers } from '../../../server/kit/lifecycle/lifecycles.repo.ts';
import type { Lifecycles } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import { ServerBeats } from '../../../server/kit/lifecycle/server-beats.ts';
import { createLog } from '../../../server/kit/log.ts';
import { createRealTime } from '../../../server/kit/process/real-time.ts';
import { createSteadyClock } from '../../../server/kit/process/steady-clock.ts';
import { PARCEL } from '../../support/parcel-machine.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

const WAITING = { ...PARCEL, delaysExtendedByOutage: ['reminder'] };
const START_MS = 1_000_000;
const log = createLog('silent');

let scratch: ScratchDatabase;
let database: Database;
let beats: ServerBeats;
let lifecycles: Lifecycles;
/** Number of ended delays. */
let ended: number;
/** The machine's clock and counters, and what tests add to the server's clock. */
const time = { wall: START_MS, awake: 0, sinceBoot: 0, moved: 0 };
let clock: Clock;
const pass = (ms: number) => {
  time.wall += ms;
  time.awake += ms;
  time.sinceBoot += ms;
};

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  Object.assign(time, { wall: START_MS, awake: 0, sinceBoot: 0, moved: 0 });
  const monotonicMs = () => time.awake;
  const realTime = createRealTime({ monotonicMs, uptimeMs: () => time.sinceBoot });
  const steady = createSteadyClock({ wall: () => time.wall, realTime, monotonicMs, log });
  clock = { now: () => steady.now() + time.moved };
  database = openDatabase(await scratch.copy(), log, 4);
  const jobs = silentJobs();
  beats = new ServerBeats({ database, clock, log, jobs, realTime });
  const catchUp = () => beats.catchUp();
  lifecycles = createLifecycles({ database, clock, log, jobs, pollMs: 3_600_000, catchUp });
  ended = 0;
  lifecycles.onTimer(WAITING, { onStep: async () => void (ended += 1) });
  await beats.begin((tx, outage) => lifecycles.makeUpFor(tx, outage));
  await transaction(database, (tx) =>
    lifecycles.start(tx, WAITING, { id: 1, input: { parcelId: 1 }, now: clock.now() }),
  );
});
afterEach(async () => {
  await beats.stop();
  await lifecycles.stop();
  await database.$client.end();
});

const endsAt = async () =>
  (await findTimers(database, PARCEL.kind, 1)).map(({ dueAtMs }) => dueAtMs - START_MS);

test('timers that would have ended during an outage end that much later, and are extended once', async () => {
  pass(10 * MINUTE_MS);
  for (let round = 1; round <= 2; round++) {
    await lifecycles.fireDue();
    expect(await endsAt()).toEqual([11 * MINUTE_MS]);
    expect(ended).toBe(0);
  }
});

test.each([
  ['at', 0, 0],
  ['one millisecond after', 1, DAY_MS],
])('a timer that was to end %s the last beat before an outage', async (_, laterMs, addedMs) => {
  const fromMs = START_MS + MINUTE_MS - laterMs;
  await transaction(database, (tx) => lifecycles.makeUpFor(tx, { fromMs, lengthMs: DAY_MS }));
  expect(await endsAt()).toEqual([MINUTE_MS + addedMs]);
});

test('a clock that is moved while the server runs is no outage', async () => {
  time.moved += MINUTE_MS;
  await lifecycles.fireDue();
  expect(ended).toBe(1);
});

test('a short gap is no outage', async () => {
  pass(29 * SECOND_MS);
  await lifecycles.fireDue();
  expect(await endsAt()).toEqual([MINUTE_MS]);
});

test('a machine that sleeps, whose own counter stands still, was away', async () => {
  time.wall += 10 * MINUTE_MS;
  time.sinceBoot += 10 * MINUTE_MS;
  await lifecycles.fireDue();
  expect(await endsAt()).toEqual([11 * MINUTE_MS]);
  expect(ended).toBe(0);
});

test.each([30 * DAY_MS, -30 * DAY_MS])(
  'a clock that is wrong by %d ms ends and lengthens nothing, and no outage after it is lost',
  async (wrongMs) => {
    time.wall += wrongMs;
    pass(10 * SECOND_MS);
    await lifecycles.fireDue();
    pass(40 * SECOND_MS);
    await lifecycles.fireDue();
    expect(await endsAt()).toEqual([MINUTE_MS + 50 * SECOND_MS]);
    time.wall -= wrongMs;
    await lifecycles.fireDue();
    pass(2 * MINUTE_MS);
    await lifecycles.fireDue();
    expect(await endsAt()).toEqual([3 * MINUTE_MS + 50 * SECOND_MS]);
    expect(ended).toBe(0);
  },
);
