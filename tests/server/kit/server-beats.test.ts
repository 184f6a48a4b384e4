/** A server that stops responding or loses its database for a time, and continues: users could not act in that time. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import { findTimers } from '../../../server/kit/lifecycle/lifecycles.repo.ts';
import type { Lifecycles } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import { realTimeOf, ServerBeats } from '../../../server/kit/lifecycle/server-beats.ts';
import { createLog } from '../../../server/kit/log.ts';
import { PARCEL } from '../../support/parcel-machine.ts';
import { startScratchDatabase, type ScratchDatabase } from '../../support/scratch-database.ts';
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
const time = { clock: START_MS, realTime: 0 };
const clock = { now: () => time.clock };
const pass = (ms: number) => {
  time.clock += ms;
  time.realTime += ms;
};

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  Object.assign(time, { clock: START_MS, realTime: 0 });
  database = openDatabase(await scratch.copy(), log, 4);
  const jobs = silentJobs();
  beats = new ServerBeats({ database, clock, log, jobs, realTime: () => time.realTime });
  const catchUp = () => beats.catchUp();
  lifecycles = createLifecycles({ database, clock, log, jobs, pollMs: 3_600_000, catchUp });
  ended = 0;
  lifecycles.onTimer(WAITING, { onStep: async () => void (ended += 1) });
  await beats.begin((tx, outage) => lifecycles.makeUpFor(tx, outage));
  await transaction(database, (tx) =>
    lifecycles.start(tx, WAITING, { id: 1, input: { parcelId: 1 }, now: time.clock }),
  );
});
afterEach(async () => {
  await beats.stop();
  await lifecycles.stop();
  await database.$client.end();
});

const endsAt = async () =>
  (await findTimers(database, PARCEL.kind, 1)).map(({ dueAtMs }) => dueAtMs - START_MS);

test('what would have ended meanwhile ends so much later, and is extended once', async () => {
  pass(10 * MINUTE_MS);
  for (let round = 1; round <= 2; round++) {
    await lifecycles.fireDue();
    expect(await endsAt()).toEqual([11 * MINUTE_MS]);
    expect(ended).toBe(0);
  }
});

test('a clock that is moved while the server runs is no outage', async () => {
  time.clock += MINUTE_MS;
  await lifecycles.fireDue();
  expect(ended).toBe(1);
});

test('a short breath is none either', async () => {
  pass(29 * SECOND_MS);
  await lifecycles.fireDue();
  expect(await endsAt()).toEqual([MINUTE_MS]);
});

test('a machine that sleeps, whose own clock stands still, has passed time', () => {
  const wall = { ahead: 0 };
  const realTime = realTimeOf(() => performance.timeOrigin + performance.now() + wall.ahead);
  const before = realTime();
  wall.ahead = MINUTE_MS;
  expect(realTime() - before).toBeGreaterThanOrEqual(MINUTE_MS);
  // The wall clock is set back; elapsed real time stays and continues.
  wall.ahead = -MINUTE_MS;
  const set = realTime();
  expect(set).toBeGreaterThanOrEqual(before);
  expect(realTime()).toBeGreaterThanOrEqual(set);
});
