/** The runner of record machines over a real database: steps, logs, delays, restarts, migrations, replay. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { openDatabase, type Database, type Transaction } from '../../../server/kit/db/database.ts';
import { lifecycles as rows } from '../../../server/kit/db/schema/lifecycles.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLifecycles } from '../../../server/kit/lifecycle/lifecycles.ts';
import type { Lifecycles, LifecycleSpec } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import {
  readLifecycleRecord,
  replayLifecycle,
} from '../../../server/kit/lifecycle/replay-lifecycle.ts';
import { createLog } from '../../../server/kit/log.ts';
import { NEXT_PARCEL, PARCEL } from '../../support/parcel-machine.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { eventually } from '../../support/eventually.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

let scratch: ScratchDatabase;
let database: Database;
let lifecycles: Lifecycles;
const running: Lifecycles[] = [];
const clock = { time: 1_000_000, now: () => clock.time };
const log = createLog('silent');

beforeAll(async () => void (scratch = await startScratchDatabase()));
afterAll(() => scratch.stop());
beforeEach(async () => {
  database = openDatabase(await scratch.copy(), log, 8);
  clock.time = 1_000_000;
  lifecycles = newRunner();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((runner) => runner.stop()));
  await database.$client.end();
});

function newRunner(pollMs = 3_600_000): Lifecycles {
  const runner = createLifecycles({ database, clock, log, jobs: silentJobs(), pollMs });
  running.push(runner);
  return runner;
}

/** A runner of a program with the next version of the machine. */
function newerRunner(): Lifecycles {
  const runner = newRunner();
  runner.onTimer(NEXT_PARCEL, { onStep: async () => {} });
  return runner;
}

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => transaction(database, work);
const start = (id: number) =>
  inTransaction((tx) =>
    lifecycles.start(tx, PARCEL, { id, input: { parcelId: id }, now: clock.time }),
  );
type ParcelEvent = Parameters<typeof lifecycles.send<typeof PARCEL.machine>>[2]['event'];
const send = (id: number, event: ParcelEvent) =>
  inTransaction((tx) => lifecycles.send(tx, PARCEL, { id, event, now: clock.time }));

const PACK = { type: 'parcel.pack', items: 5 } as const;
const SEND = { type: 'parcel.send' } as const;
const ARRIVE = { type: 'parcel.arrive' } as const;
const recordOf = async (id: number) =>
  ensure(await readLifecycleRecord(database, 'parcel', id), `parcel ${id}`);
async function stored(id: number) {
  const { row, events, timers } = await recordOf(id);
  return {
    value: (row.snapshot as { value: unknown }).value,
    revision: row.revision,
    events: events.map(({ event }) => (event as { type: string }).type),
    timers: timers.map(({ stateId, delayName, dueAtMs }) => [stateId, delayName, dueAtMs]),
  };
}
const faultsOf = async (id: number, spec: LifecycleSpec = PARCEL as unknown as LifecycleSpec) =>
  replayLifecycle(spec, await recordOf(id)).faults;

/** Fires timers and records the effects. */
function react(runner = lifecycles, onStep: (id: number) => void = () => {}) {
  const effects: string[] = [];
  const committed: number[] = [];
  runner.onTimer(PARCEL, {
    onStep: async (_tx, id, step) => {
      onStep(id);
      effects.push(...step.effects.map(({ type }) => type));
      return () => committed.push(id);
    },
  });
  return { effects, committed };
}

describe('a step', () => {
  test('stores snapshot, revision, log and delays, and passes the effects on', async () => {
    expect(await start(1)).toMatchObject({ revision: 1, effects: [] });
    await send(1, PACK);
    const answer = await send(1, SEND);

    expect(answer).toMatchObject({ kind: 'done', step: { revision: 3 } });
    expect(answer.kind === 'done' && answer.step.effects).toEqual([
      { type: 'printLabel', params: null },
    ]);
    expect(await stored(1)).toEqual({
      value: 'onTheWay',
      revision: 3,
      events: ['lifecycle.started', 'parcel.pack', 'parcel.send'],
      timers: [['parcel.onTheWay', 'travelTime', clock.time + 5_000]],
    });
    expect((await lifecycles.read(database, PARCEL, 1))?.snapshot.context.items).toBe(5);
    expect(await faultsOf(1)).toEqual([]);
  });

  test('that the state refuses changes nothing, not even in a final record', async () => {
    await start(1);
    const before = await stored(1);
    expect(await send(1, ARRIVE)).toMatchObject({ kind: 'refused', state: { revision: 1 } });
    expect(await send(1, { type: 'parcel.pack', items: 0 })).toMatchObject({ kind: 'refused' });
    expect(await stored(1)).toEqual(before);

    await send(1, SEND);
    await send(1, ARRIVE);
    expect(await send(1, SEND)).toMatchObject({ kind: 'refused', state: { revision: 3 } });
    expect((await stored(1)).timers).toEqual([]);
  });

  test('of a record that does not exist is unknown, and so is its state', async () => {
    expect(await send(404, SEND)).toEqual({ kind: 'unknown' });
    expect(await lifecycles.read(database, PARCEL, 404)).toBeUndefined();
  });

  test('is rolled back with its transaction', async () => {
    await start(1);
    await expect(
      inTransaction(async (tx) => {
        await lifecycles.send(tx, PARCEL, { id: 1, event: SEND, now: clock.time });
        throw new Error('the ledger refuses');
      }),
    ).rejects.toThrow('the ledger refuses');
    expect(await stored(1)).toMatchObject({ value: 'open', revision: 1 });
  });

  test('begins a lifecycle once', async () => {
    await start(1);
    await expect(start(1)).rejects.toThrow('parcel 1 has a life already');
    expect((await stored(1)).events).toEqual(['lifecycle.started']);
  });

  test('whose machine fails at the start is an error, and stores nothing', async () => {
    await expect(start(-1)).rejects.toThrow('no such parcel');
    expect(await readLifecycleRecord(database, 'parcel', -1)).toBeUndefined();
  });

  test.each([
    'xstate.after.travelTime.parcel.onTheWay',
    'xstate.init',
    'lifecycle.delayPassed',
    'lifecycle.started',
  ])('%s is for the runner alone', async (type) => {
    await start(1);
    await send(1, SEND);
    await expect(send(1, { type } as never)).rejects.toThrow(`${type} cannot be sent`);
    expect((await stored(1)).value).toBe('onTheWay');
  });

  test('happens once for any number of parallel requests', async () => {
    await start(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(1, SEND)));
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(await stored(1)).toMatchObject({ value: 'onTheWay', revision: 2 });
    expect(await faultsOf(1)).toEqual([]);
  });
});

describe('a delay', () => {
  test('fires when it is due, restarts when the state is entered again, and never fires early', async () => {
    const { effects, committed } = react();
    await start(1);
    clock.time += 59_999;
    await lifecycles.fireDue();
    expect(effects).toEqual([]);
    clock.time += 1;
    await lifecycles.fireDue();
    expect(effects).toEqual(['remindSender']);
    expect(committed).toEqual([1]);
    expect(await stored(1)).toEqual({
      value: 'open',
      revision: 2,
      events: ['lifecycle.started', 'lifecycle.delayPassed'],
      timers: [['parcel.open', 'reminder', clock.time + 60_000]],
    });
    expect(await faultsOf(1)).toEqual([]);
  });

  test('that passed while no runner ran fires at the start', async () => {
    await start(1);
    await send(1, PACK);
    await send(1, SEND);
    clock.time += 3_600_000;
    const runner = newRunner();
    const { effects } = react(runner);
    runner.startTimers();
    await eventually(() => expect(effects).toEqual(['refundSender']));
    await runner.stop();
    expect(await stored(1)).toMatchObject({ value: 'lost', timers: [] });
  });

  test('fires on its own while the runner runs', async () => {
    const runner = newRunner(5);
    const { effects } = react(runner);
    runner.startTimers();
    await start(1);
    clock.time += 60_000;
    await eventually(() => expect(effects).toEqual(['remindSender']));
  });

  test('whose reaction fails is rolled back, tried again, and delays no other', async () => {
    let isBroken = true;
    const { effects } = react(lifecycles, (id) => {
      if (id === 1 && isBroken) throw new Error('the ledger is away');
    });
    for (const id of [1, 2, 3]) await start(id);
    clock.time += 60_000;
    await lifecycles.fireDue();
    expect(effects).toEqual(['remindSender', 'remindSender']);
    expect(await stored(1)).toMatchObject({ revision: 1 });
    isBroken = false;
    await lifecycles.fireDue();
    expect(effects).toHaveLength(3);
    expect(await stored(1)).toMatchObject({ revision: 2 });
  });

  test('fires once with many runners on one database', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const id of ids) await start(id);
    const runners = [newRunner(), newRunner(), newRunner()];
    const reactions = runners.map((runner) => react(runner));
    clock.time += 60_000;
    await Promise.all(runners.map((runner) => runner.fireDue()));
    // A runner skips timers that another runner has locked.
    await ensure(runners[0], 'a runner').fireDue();
    expect(reactions.flatMap(({ committed }) => committed).toSorted((a, b) => a - b)).toEqual(ids);
    for (const id of ids) expect((await stored(id)).revision).toBe(2);
  });

  test('and an event at the same moment: one of them wins, and neither waits for the other', async () => {
    react();
    const ids = Array.from({ length: 25 }, (_, index) => index + 1);
    for (const id of ids) await start(id);
    for (const id of ids) await send(id, PACK);
    for (const id of ids) await send(id, SEND);
    clock.time += 5_000;
    const [answers] = await Promise.all([
      Promise.all(ids.map((id) => send(id, ARRIVE))),
      lifecycles.fireDue(),
    ]);
    await lifecycles.fireDue();
    for (const [index, id] of ids.entries()) {
      const arrived = answers[index]?.kind === 'done';
      expect(await stored(id)).toMatchObject({
        value: arrived ? 'delivered' : 'lost',
        revision: 4,
        timers: [],
      });
      expect(await faultsOf(id)).toEqual([]);
    }
  });
});

describe('the log', () => {
  test.each(['lifecycle_events', 'audit_log', 'picture_reads'])('%s only grows', async (table) => {
    const changes = [`delete from ${table}`, `truncate ${table}`, `update ${table} set at_ms = 0`];
    for (const change of changes)
      await expect(database.$client.query(change)).rejects.toThrow('append-only');
  });

  test.each([
    ['another state', `update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"lost"')`],
    [
      'another number',
      `update lifecycles set snapshot = jsonb_set(snapshot, '{context,items}', '6')`,
    ],
    ['another revision', 'update lifecycles set revision = 9'],
    ['a delay that is gone', 'delete from lifecycle_timers'],
    [
      'an event that the machine refuses there',
      `insert into lifecycle_events select kind, id, 4, '{"type": "parcel.pack", "items": 1}', 0 from lifecycles`,
    ],
    [
      'a gap',
      `insert into lifecycle_events select kind, id, 5, '{"type": "parcel.arrive"}', 0 from lifecycles`,
    ],
  ])('does not lead to %s', async (_what, statement) => {
    await start(1);
    await send(1, PACK);
    await send(1, SEND);
    expect(await faultsOf(1)).toEqual([]);
    await database.$client.query(statement);
    expect(await faultsOf(1)).not.toEqual([]);
  });
});

describe('a newer machine', () => {
  const next = NEXT_PARCEL as unknown as LifecycleSpec;

  test('migrates a record at its first event: names, context and log', async () => {
    await start(1);
    const answer = await inTransaction((tx) =>
      lifecycles.send(tx, NEXT_PARCEL, { id: 1, event: SEND, now: clock.time }),
    );
    expect(answer).toMatchObject({ kind: 'done', step: { revision: 3 } });
    expect((await lifecycles.read(database, NEXT_PARCEL, 1))?.snapshot).toMatchObject({
      value: 'onTheWay',
      context: { isInsured: true, items: 0 },
    });
    expect((await stored(1)).events).toEqual([
      'lifecycle.started',
      'lifecycle.migrated',
      'parcel.send',
    ]);
    expect(await faultsOf(1, next)).toEqual([]);
  });

  test('migrates records at rest when it starts: running delays keep their ends, new ones begin', async () => {
    await start(1);
    await start(2);
    await send(2, PACK);
    await send(2, SEND);
    const due = clock.time + 5_000;
    clock.time += 2_000;
    const runner = newerRunner();
    await runner.fireDue();
    expect(await stored(1)).toMatchObject({ value: 'packing', timers: [] });
    expect((await stored(2)).timers.toSorted()).toEqual([
      ['parcel.onTheWay', 'insurance', clock.time + 30_000],
      ['parcel.onTheWay', 'travelTime', due],
    ]);
    for (const id of [1, 2]) expect(await faultsOf(id, next)).toEqual([]);
    clock.time = due;
    await runner.fireDue();
    expect(await stored(2)).toMatchObject({ value: 'lost', timers: [] });
  });

  test('migrates others when one record cannot be migrated, and their delays end in time', async () => {
    await start(1);
    await start(2);
    await send(2, PACK);
    await send(2, SEND);
    await database.$client.query(
      `update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"nowhere"') where id = 1`,
    );
    const runner = newerRunner();
    clock.time += 5_000;
    await runner.fireDue();
    expect(await stored(2)).toMatchObject({ value: 'lost', timers: [] });
    expect((await recordOf(1)).row.machineVersion).toBe(1);
  });

  test('fires delays before it migrates records without any, which it then does in the background', async () => {
    for (const id of [1, 2, 3]) {
      await start(id);
      await send(id, PACK);
      await send(id, SEND);
    }
    await send(1, ARRIVE);
    await database.$client.query('delete from lifecycle_timers where id = 2');
    const finished = vi.spyOn(log, 'info');
    const runner = newerRunner();
    clock.time += 5_000;
    await inTransaction(async (tx) => {
      // Records the ended parcel.
      await lifecycles.send(tx, PARCEL, { id: 1, event: SEND, now: clock.time });
      await runner.fireDue();
      expect(await stored(3)).toMatchObject({ value: 'lost', timers: [] });
      expect((await recordOf(1)).row.machineVersion).toBe(1);
    });
    const told = [{ kind: 'parcel', version: 2, records: 2 }, expect.stringMatching('migrated')];
    await eventually(() => expect(finished).toHaveBeenCalledWith(...told));
    expect((await recordOf(1)).row.machineVersion).toBe(2);
    expect((await stored(2)).timers).toHaveLength(2);
    finished.mockRestore();
  });

  test('ends its background migration when it is stopped', async () => {
    for (const id of [1, 2, 3]) await start(id);
    await database.$client.query('delete from lifecycle_timers');
    const runner = newRunner();
    const stopped = new Promise<void>((resolve) => {
      const onMigrated = async () => resolve(runner.stop());
      runner.onTimer(NEXT_PARCEL, { onStep: async () => {}, onMigrated });
    });
    await Promise.all([runner.fireDue(), stopped]);
    expect(await database.$count(rows, eq(rows.machineVersion, 2))).toBe(1);
  });

  test('leaves its records unchanged for an older program', async () => {
    await start(1);
    await newerRunner().fireDue();
    await expect(send(1, SEND)).rejects.toThrow('newer than this program');
  });
});
