/** Due timers over a real database: many at once, broken ones, held ones, several kinds, and one that a caller waits for. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { openDatabase, type Database, type Transaction } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { Jobs } from '../../../server/kit/jobs/jobs.ts';
import { lockLifecycle } from '../../../server/kit/lifecycle/lifecycles.repo.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import type { Lifecycles } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import { createLog } from '../../../server/kit/log.ts';
import { eventually } from '../../support/eventually.ts';
import { PARCEL } from '../../support/parcel-machine.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { lockWaits } from '../../support/databases/server-database.ts';
import { within } from '../../support/within.ts';

const LETTER = { ...PARCEL, kind: 'letter' };
const log = createLog('silent');
const clock = { time: 0, now: () => clock.time };

let scratch: ScratchDatabase;
let database: Database;
let jobs: Jobs;
let lifecycles: Lifecycles;
let failed: ReturnType<typeof vi.spyOn>;

beforeAll(async () => void (scratch = await startScratchDatabase()));
afterAll(() => scratch.stop());
beforeEach(async () => {
  database = openDatabase(await scratch.copy(), log, 8);
  clock.time = 1_000_000;
  jobs = new Jobs({ clock, log });
  lifecycles = createLifecycles({ database, clock, log, jobs, pollMs: 5 });
  failed = vi.spyOn(log, 'error');
});
afterEach(async () => {
  await lifecycles.stop();
  failed.mockRestore();
  await database.$client.end();
});

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => transaction(database, work);
/** Starts records of these ids, whose reminders are due a minute later, one after the other. */
async function start(ids: readonly number[], spec = PARCEL): Promise<void> {
  for (const id of ids) {
    await inTransaction((tx) =>
      lifecycles.start(tx, spec, { id, input: { parcelId: id }, now: clock.time }),
    );
    clock.time += 1;
  }
}
const idsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

/** Notes the records that have taken a step; `before` may hold a step up or break it. */
function react(spec = PARCEL, before: (id: number) => unknown = () => {}): number[] {
  const fired: number[] = [];
  lifecycles.onTimer(spec, {
    onStep: async (_tx, id) => {
      await before(id);
      return () => void fired.push(id);
    },
  });
  return fired;
}
const breakBelow = (last: number) => (id: number) => {
  if (id <= last) throw new Error('the ledger is away');
};

test('more timers than one page fire in one round', async () => {
  const fired = react();
  await start(idsTo(250));
  clock.time += MINUTE_MS;
  await lifecycles.fireDue();
  expect(ascending(fired)).toEqual(idsTo(250));
});

test('a page of broken records holds no other up, and each is logged once', async () => {
  const fired = react(PARCEL, breakBelow(120));
  await start(idsTo(123));
  clock.time += MINUTE_MS;
  lifecycles.startTimers();
  await eventually(() => expect(ascending(fired)).toEqual([121, 122, 123]));
  await lifecycles.stop();
  expect(failed).toHaveBeenCalledTimes(120);
});

test('a broken record is tried again after waits that grow, and logged once a try', async () => {
  let isBroken = true;
  const fired = react(PARCEL, () => {
    if (isBroken) throw new Error('the ledger is away');
  });
  await start([1]);
  clock.time += MINUTE_MS;
  lifecycles.startTimers();
  let tries = 1;
  const rounds = async () => {
    const job = () => ensure(jobs.list()[0], 'the lane');
    clock.time += 1;
    const from = clock.time;
    await eventually(() => expect(job().last_run_at).toBe(from));
  };
  for (const waitMs of [SECOND_MS, 5 * SECOND_MS, 30 * SECOND_MS]) {
    await eventually(() => expect(failed).toHaveBeenCalledTimes(tries));
    clock.time += waitMs - 100;
    await rounds();
    expect(failed).toHaveBeenCalledTimes(tries);
    clock.time += 100;
    tries += 1;
  }
  await eventually(() => expect(failed).toHaveBeenCalledTimes(tries));
  isBroken = false;
  clock.time += 2 * MINUTE_MS;
  await eventually(() => expect(fired).toEqual([1]));
  expect(failed).toHaveBeenCalledTimes(tries);
});

test('a record that another transaction holds is left, and the others fire', async () => {
  const fired = react();
  await start([1, 2, 3]);
  clock.time += MINUTE_MS;
  await inTransaction(async (tx) => {
    await lockLifecycle(tx, PARCEL.kind, 1);
    await within(lifecycles.fireDue(), 'a round beside a held record');
    expect(ascending(fired)).toEqual([2, 3]);
    // It was not waited for, either: a wait would end as a failure.
    expect(failed).not.toHaveBeenCalled();
  });
  await lifecycles.fireDue();
  expect(ascending(fired)).toEqual([1, 2, 3]);
});

test('some records of a kind take their steps together, and no more than four', async () => {
  let inside = 0;
  let insideMax = 0;
  const fired = react(PARCEL, async () => {
    inside += 1;
    insideMax = Math.max(insideMax, inside);
    await eventually(() => expect(insideMax).toBeGreaterThanOrEqual(4));
    // Time for one more to come in, if more were let in.
    await database.$client.query('select pg_sleep(0.1)');
    inside -= 1;
  });
  await start(idsTo(12));
  clock.time += MINUTE_MS;
  await lifecycles.fireDue();
  expect(fired).toHaveLength(12);
  expect(insideMax).toBe(4);
});

test('a kind whose steps take long holds no other kind up', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const parcels = react(PARCEL, () => held);
  const letters = react(LETTER);
  await start([1]);
  await start([1, 2], LETTER);
  clock.time += MINUTE_MS;
  lifecycles.startTimers();
  await eventually(() => expect(ascending(letters)).toEqual([1, 2]));
  expect(parcels).toEqual([]);
  release();
  await eventually(() => expect(parcels).toEqual([1]));
});

test('a caller gets the due step of one record, without a round and without the others', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const fired = react(PARCEL, (id) => (id === 1 ? held : undefined));
  await start([1, 2, 3]);
  clock.time += MINUTE_MS - 10;
  await lifecycles.fireDueOf(PARCEL, 2);
  expect(fired).toEqual([]);
  clock.time += 10;
  try {
    const { stuck, asked } = await inTransaction(async (tx) => {
      await lockLifecycle(tx, PARCEL.kind, 2);
      await lockLifecycle(tx, PARCEL.kind, 3);
      // This round is stuck in the first record.
      const round = lifecycles.fireDue();
      const call = lifecycles.fireDueOf(PARCEL, 2);
      await lockWaits(database.$client, 1);
      return { stuck: round, asked: call };
    });
    await asked;
    expect(fired).toContain(2);
    expect(fired).not.toContain(1);
    release();
    await stuck;
  } finally {
    release();
  }
});

test('a caller of a broken record gets no error, and cannot make it fail faster', async () => {
  react(PARCEL, breakBelow(1));
  await start([1]);
  clock.time += MINUTE_MS;
  for (let call = 0; call < 3; call += 1) await lifecycles.fireDueOf(PARCEL, 1);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('the list of jobs has each kind, and says by how much its oldest timer is late', async () => {
  react(PARCEL, breakBelow(1));
  react(LETTER);
  await start([1]);
  clock.time += MINUTE_MS + 6_999;
  lifecycles.startTimers();
  const lateness = () => jobs.list().map((job) => [job.name, job.subject, job.lateness_ms]);
  await eventually(() =>
    expect(lateness()).toEqual([
      ['record_timers', 'parcel', 7_000],
      ['record_timers', 'letter', 0],
    ]),
  );
});
