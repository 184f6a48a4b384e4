/** Commits of a writer that are sent before the one before them has ended: each is there with all earlier ones, or not at all. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import {
  openDatabase,
  type Database,
  type DatabaseAddress,
} from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  connectWriter,
  type WriterConnection,
} from '../../../server/ledger/writer/writer-connection.repo.ts';
import { lockWaits } from '../../support/databases/server-database.ts';
import {
  startScratchDatabase,
  withClient,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

const NAME = 'test';
/** The advisory lock that a rollback waits for. */
const ROLLBACK = 1;
/** A commit as a writer makes it: the fence, a row, and whether the fence held. */
const COMMIT = {
  name: 'test_commit',
  text: `with fence as (
      update spot_writers set seq = seq + 1
      where name = $1 and epoch = $2::bigint and seq = $3::bigint returning seq
    ), noted as (insert into notes select seq, $4, 1 / $5::integer from fence)
    select count(*)::integer as committed from fence`,
};

let scratch: ScratchDatabase;
let database: Database;
let address: DatabaseAddress;
let writer: WriterConnection;
/** A connection of the test, which may hold locks. */
let other: pg.Client;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, (client) =>
    client.query(`
      create table notes (seq bigint, what text, one integer);
      create sequence tries;
      create function roll_back_once() returns trigger language plpgsql as $$ begin
        -- A rollback does not reset a sequence.
        if new.what = 'rolled back' and nextval('tries') = 1 then
          perform pg_advisory_xact_lock(${ROLLBACK});
          raise exception using errcode = 'serialization_failure', message = 'rolled back';
        end if;
        return new;
      end $$;
      create trigger roll_back_once before insert on notes for each row execute function roll_back_once()`),
  );
});
afterAll(() => scratch.stop());

beforeEach(async () => {
  address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  writer = await connect();
  other = new pg.Client('connectionString' in address ? address : {});
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await writer.close();
  await database.$client.end();
});

const connect = async (): Promise<WriterConnection> =>
  (await connectWriter({ name: NAME, address, database, onLost: () => {} }, async () => {}))
    .connection;

/** @param divisor zero for a commit that fails. */
const commit = (what: string, divisor = 1): Promise<boolean> =>
  writer.commit(({ name, epoch, seq }) => ({
    ...COMMIT,
    values: [name, epoch, seq, what, divisor],
  }));

/** Returns the committed rows, in the order of the sequence. */
async function notes(): Promise<readonly string[]> {
  const { rows } = await other.query<{ seq: bigint; what: string }>(
    'select seq, what from notes order by seq',
  );
  return rows.map(({ seq, what }) => `${seq} ${what}`);
}

/** Holds the fence, so that the next commit waits. */
async function holdFence(): Promise<void> {
  await other.query('begin');
  await other.query('select from spot_writers where name = $1 for update', [NAME]);
}

test('commits of one moment are carried out in their order', async () => {
  const sent = ['one', 'two', 'three'].map((what) => commit(what));
  expect(await Promise.all(sent)).toEqual([true, true, true]);
  expect(await commit('four')).toBe(true);
  expect(await notes()).toEqual(['1 one', '2 two', '3 three', '4 four']);
});

test('a commit that PostgreSQL rolls back is sent again, and the one after it, too', async () => {
  expect(await Promise.all([commit('rolled back'), commit('after it')])).toEqual([true, true]);
  expect(await commit('later')).toBe(true);
  expect(await notes()).toEqual(['1 rolled back', '2 after it', '3 later']);
});

test('a later commit that is rolled back does not touch the earlier one', async () => {
  expect(await Promise.all([commit('first'), commit('rolled back')])).toEqual([true, true]);
  expect(await notes()).toEqual(['1 first', '2 rolled back']);
});

test('after a commit that fails, no later one is committed', async () => {
  const [failed, later] = await Promise.allSettled([commit('failed', 0), commit('later')]);
  expect(ensure(failed, 'the failed commit')).toMatchObject({
    status: 'rejected',
    reason: { code: '22012' },
  });
  expect(later).toEqual({ status: 'fulfilled', value: false });
  expect(await commit('next')).toBe(false);
  expect(await notes()).toEqual([]);
});

test('after a statement that cannot be made, no later commit is committed', async () => {
  const unmade = writer.commit(() => {
    throw new Error('it cannot be made');
  });
  const later = commit('later');
  await expect(unmade).rejects.toThrow('it cannot be made');
  expect(await later).toBe(false);
  expect(await notes()).toEqual([]);
});

test('a commit that is sent again is refused with the one after it, when another writer has taken over', async () => {
  await other.query(`select pg_advisory_lock(${ROLLBACK})`);
  const sent = [commit('rolled back'), commit('after it')];
  await lockWaits(other, 1);
  const successor = connect();
  await lockWaits(other, 2);
  await other.query(`select pg_advisory_unlock(${ROLLBACK})`);
  const outcomes = await Promise.all(sent);
  await (await successor).close();
  // Either writer may get the fence first, after the rollback.
  expect([
    [false, false],
    [true, true],
    [true, false],
  ]).toContainEqual(outcomes);
  expect(await notes()).toHaveLength(outcomes.filter(Boolean).length);
});

test('a lost connection leaves the earlier commit, and nothing of the two under way', async () => {
  expect(await commit('one')).toBe(true);
  await holdFence();
  const sent = Promise.allSettled([commit('two'), commit('three')]);
  await lockWaits(other, 1);
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meridian test writer'",
  );
  expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await other.query('commit');
  expect(await notes()).toEqual(['1 one']);
});

test('commits under way are refused together when another writer takes over before them', async () => {
  await holdFence();
  const successor = connect();
  await lockWaits(other, 1);
  const sent = [commit('one'), commit('two')];
  await lockWaits(other, 2);
  await other.query('commit');
  expect(await Promise.all(sent)).toEqual([false, false]);
  expect(await notes()).toEqual([]);
  await (await successor).close();
});

test('a writer that takes over finds all commits that were carried out', async () => {
  await holdFence();
  const sent = [commit('one'), commit('two')];
  await lockWaits(other, 1);
  await other.query('commit');
  expect(await Promise.all(sent)).toEqual([true, true]);
  await writer.close();
  writer = await connect();
  expect(await commit('of the next writer')).toBe(true);
  expect(await notes()).toEqual(['1 one', '2 two', '3 of the next writer']);
});

test('a writer closes although the database does not answer to its commits', async () => {
  await holdFence();
  const sent = Promise.allSettled([commit('one'), commit('two')]);
  await lockWaits(other, 1);
  await writer.close();
  expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await other.query('rollback');
});
