/** Timers and records that SQL of the server's role has changed: no delay ends before its event log allows. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import type { Lifecycles } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import { readLifecycleRecord } from '../../../server/kit/lifecycle/replay-lifecycle.ts';
import { createLog } from '../../../server/kit/log.ts';
import { NEXT_PARCEL, PARCEL } from '../../support/parcel-machine.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

const clock = { time: 0, now: () => clock.time };
const log = createLog('silent');
const STARTED_MS = 1_000_000;
/** Five items travel one second each. */
const TRAVEL_MS = 5_000;

let scratch: ScratchDatabase;
let database: Database;
let lifecycles: Lifecycles;
let failed: ReturnType<typeof vi.spyOn>;
beforeAll(async () => void (scratch = await startScratchDatabase()));
afterAll(() => scratch.stop());
beforeEach(async () => {
  database = openDatabase(await scratch.copy(), log, 8);
  clock.time = STARTED_MS;
  lifecycles = createLifecycles({ database, clock, log, jobs: silentJobs(), pollMs: 3_600_000 });
  failed = vi.spyOn(log, 'error');
});
afterEach(async () => {
  await lifecycles.stop();
  failed.mockRestore();
  await database.$client.end();
});

/** A parcel that is on its way from `STARTED_MS` on. */
async function send(): Promise<void> {
  const id = 1;
  const now = clock.time;
  await transaction(database, async (tx) => {
    await lifecycles.start(tx, PARCEL, { id, input: { parcelId: id }, now });
    await lifecycles.send(tx, PARCEL, { id, event: { type: 'parcel.pack', items: 5 }, now });
    await lifecycles.send(tx, PARCEL, { id, event: { type: 'parcel.send' }, now });
  });
}

async function valueOf(): Promise<unknown> {
  const record = ensure(await readLifecycleRecord(database, 'parcel', 1), 'parcel');
  return (record.row.snapshot as { readonly value: unknown }).value;
}

const named = (): readonly string[] =>
  failed.mock.calls.map((call: readonly unknown[]) => (call[0] as { err: Error }).err.message);

const SET_FORWARD = 'update lifecycle_timers set due_at_ms = 0';

test('a timer that was set forward does not fire, is named, and fires at the end of its log', async () => {
  lifecycles.onTimer(PARCEL, { onStep: async () => {} });
  await send();
  await database.$client.query(SET_FORWARD);
  clock.time = STARTED_MS + TRAVEL_MS - 1;
  await lifecycles.fireDue();
  expect(await valueOf()).toBe('onTheWay');
  expect(named()).toEqual([
    `travelTime of parcel 1 is due at 0, but its log does not let it end before ${STARTED_MS + TRAVEL_MS}`,
  ]);
  clock.time += 1;
  await lifecycles.fireDue();
  expect(await valueOf()).toBe('lost');
});

test('a held release does not move a timer that was set forward', async () => {
  lifecycles.onTimer(PARCEL, { onStep: async () => {}, heldBackMs: async () => 1 });
  await send();
  await database.$client.query(SET_FORWARD);
  await lifecycles.fireDue();
  const { timers } = ensure(await readLifecycleRecord(database, 'parcel', 1), 'parcel');
  expect(timers).toMatchObject([{ dueAtMs: 0 }]);
});

test.each([
  ['a shorter delay', `jsonb_set(snapshot, '{context,items}', '1')`],
  ['another state', `jsonb_set(snapshot, '{value}', '"open"')`],
])('a delay does not end for a snapshot with %s', async (_, snapshot) => {
  lifecycles.onTimer(PARCEL, { onStep: async () => {} });
  await send();
  await database.$client.query(`update lifecycles set snapshot = ${snapshot}`);
  clock.time = STARTED_MS + TRAVEL_MS;
  await lifecycles.fireDue();
  expect(named()).toEqual(['the snapshot of parcel 1 is not that of its log']);
});

test('a delay that outlives a migration keeps its end, also for a timer that was set forward', async () => {
  lifecycles.onTimer(NEXT_PARCEL, { onStep: async () => {} });
  await send();
  clock.time += 2_000;
  await lifecycles.fireDue();
  await database.$client.query(SET_FORWARD);
  clock.time = STARTED_MS + TRAVEL_MS - 1;
  await lifecycles.fireDue();
  expect(await valueOf()).toBe('onTheWay');
  clock.time += 1;
  await lifecycles.fireDue();
  expect(await valueOf()).toBe('lost');
});

test('a record that is set back to an older machine waits', async () => {
  lifecycles.onTimer(NEXT_PARCEL, { onStep: async () => {} });
  await send();
  await lifecycles.fireDue();
  await database.$client.query('update lifecycles set machine_version = 1');
  clock.time = STARTED_MS + TRAVEL_MS;
  await lifecycles.fireDue();
  expect(named()).toContain('parcel 1 waits for the migration to its newer machine');
  expect(await valueOf()).toBe('onTheWay');
});
