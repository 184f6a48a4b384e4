/** Statements on lifecycles, their event log and their timers. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../db/database.ts';
import { executeNamed, type NamedStatement } from '../db/named-statement.ts';
import { lifecycleEvents, lifecycles, lifecycleTimers } from '../db/schema/lifecycles.ts';
import type { AfterId } from './after-ids.ts';
import type { LoggedEvent } from './log-events.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';

export type LifecycleRow = typeof lifecycles.$inferSelect;
export type LifecycleEventRow = typeof lifecycleEvents.$inferSelect;
export type LifecycleTimer = typeof lifecycleTimers.$inferSelect;

/** A delay of the record with its end, or null to remove it. */
export interface Deadline extends AfterId {
  readonly dueAtMs: EpochMs | null;
}

interface StoredStep {
  readonly kind: string;
  readonly id: number;
  readonly machineVersion: number;
  /** Revision of the last of `events`. */
  readonly revision: number;
  readonly snapshot: StoredSnapshot;
  /** Oldest first, at least one. */
  readonly events: readonly LoggedEvent[];
  /** Changed deadlines, at most one per delay. */
  readonly deadlines: readonly Deadline[];
  readonly now: EpochMs;
}

export async function findLifecycle(
  database: Executor,
  kind: string,
  id: number,
): Promise<LifecycleRow | undefined> {
  const rows = await database
    .select()
    .from(lifecycles)
    .where(and(eq(lifecycles.kind, kind), eq(lifecycles.id, id)));
  return rows[0];
}

/** Locks the record until the transaction ends. */
export async function lockLifecycle(
  tx: Transaction,
  kind: string,
  id: number,
): Promise<LifecycleRow | undefined> {
  const { rows } = await executeNamed<LockedRow>(tx, LOCK, [kind, id]);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    kind,
    id,
    machineVersion: row.machine_version,
    revision: row.revision,
    snapshot: row.snapshot,
    updatedAtMs: Number(row.updated_at_ms),
  };
}

interface LockedRow {
  readonly machine_version: number;
  readonly revision: number;
  readonly snapshot: unknown;
  readonly updated_at_ms: bigint;
}
const LOCK: NamedStatement = {
  name: 'lifecycle_lock',
  text: `select machine_version, revision, snapshot, updated_at_ms from lifecycles
    where kind = $1 and id = $2 for update`,
};

/** Like {@link lockLifecycle}, but does not wait: also returns undefined when another transaction has the lock. */
export async function lockIdleLifecycle(
  tx: Transaction,
  kind: string,
  id: number,
): Promise<LifecycleRow | undefined> {
  const rows = await tx
    .select()
    .from(lifecycles)
    .where(and(eq(lifecycles.kind, kind), eq(lifecycles.id, id)))
    .for('update', { skipLocked: true });
  return rows[0];
}

/**
 * Stores the first step. @returns false, with nothing stored, when the record already has a
 * lifecycle.
 */
export async function insertStep(tx: Transaction, step: StoredStep): Promise<boolean> {
  const { rowCount } = await executeNamed(tx, ...storing('insert', step));
  return rowCount === 1;
}

/**
 * Stores a further step, and locks the record. @returns false, with nothing stored, when the record
 * has had another step since it was read; never false for a record that this transaction has
 * locked.
 */
export async function updateStep(tx: Transaction, step: StoredStep): Promise<boolean> {
  const { rowCount } = await executeNamed(tx, ...storing('update', step));
  return rowCount === 1;
}

/** Row, log and timers in one statement: a step is one round trip. Most steps have no timers. */
function storing(
  verb: 'insert' | 'update',
  { kind, id, machineVersion, revision, snapshot, events, deadlines, now }: StoredStep,
): [NamedStatement, readonly unknown[]] {
  const log = events.map((event, index) => ({
    revision: revision - events.length + 1 + index,
    event,
  }));
  const row = [kind, id, machineVersion, revision, JSON.stringify(snapshot), now];
  const params = [...row, JSON.stringify(log)];
  if (deadlines.length === 0) return [STORE[verb], params];
  const timers = deadlines.map(({ stateId, delayName, dueAtMs }) => ({
    state_id: stateId,
    delay_name: delayName,
    due_at_ms: dueAtMs,
  }));
  return [STORE_WITH_TIMERS[verb], [...params, JSON.stringify(timers)]];
}

const RECORD = {
  insert: `with record as (
      insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
      values ($1, $2, $3, $4, $5::jsonb, $6)
      on conflict do nothing
      returning kind, id
    )`,
  update: `with record as (
      update lifecycles
      set machine_version = $3, revision = $4, snapshot = $5::jsonb, updated_at_ms = $6
      where kind = $1 and id = $2 and revision = $4 - json_array_length($7::json)
      returning kind, id
    )`,
} as const;
const LOGGED = `, logged as (
      insert into lifecycle_events (kind, id, revision, event, at_ms)
      select record.kind, record.id, entry.revision, entry.event, $6
      from record, json_to_recordset($7::json) as entry (revision integer, event jsonb)
    )`;
const TIMER_ROWS = `json_to_recordset($8::json) as timer
      (state_id text, delay_name text, due_at_ms bigint)`;
const TIMERS = `, disarmed as (
      delete from lifecycle_timers as old using record, ${TIMER_ROWS}
      where (old.kind, old.id) = (record.kind, record.id) and timer.due_at_ms is null
        and (old.state_id, old.delay_name) = (timer.state_id, timer.delay_name)
    ), armed as (
      insert into lifecycle_timers (kind, id, state_id, delay_name, due_at_ms)
      select record.kind, record.id, timer.state_id, timer.delay_name, timer.due_at_ms
      from record, ${TIMER_ROWS} where timer.due_at_ms is not null
      on conflict (kind, id, state_id, delay_name) do update set due_at_ms = excluded.due_at_ms
    )`;
const DONE = ' select 1 from record';

const STORE = {
  insert: { name: 'lifecycle_insert', text: RECORD.insert + LOGGED + DONE },
  update: { name: 'lifecycle_update', text: RECORD.update + LOGGED + DONE },
} as const;
const STORE_WITH_TIMERS = {
  insert: { name: 'lifecycle_insert_timed', text: RECORD.insert + LOGGED + TIMERS + DONE },
  update: { name: 'lifecycle_update_timed', text: RECORD.update + LOGGED + TIMERS + DONE },
} as const;

/** Returns some due timers of a kind after the given timer, the longest due first. */
export function findDueTimers(
  database: Executor,
  kind: string,
  now: EpochMs,
  after: LifecycleTimer | undefined,
  count: number,
): Promise<LifecycleTimer[]> {
  const { id, stateId, delayName, dueAtMs } = lifecycleTimers;
  const isLater =
    after &&
    sql`(${dueAtMs}, ${id}, ${stateId}, ${delayName}) >
      (${after.dueAtMs}, ${after.id}, ${after.stateId}, ${after.delayName})`;
  return database
    .select()
    .from(lifecycleTimers)
    .where(and(eq(lifecycleTimers.kind, kind), sql`${dueAtMs} <= ${now}`, isLater))
    .orderBy(asc(dueAtMs), asc(id), asc(stateId), asc(delayName))
    .limit(count);
}

const DUE_KINDS: NamedStatement = {
  name: 'lifecycle_timers_due_kinds',
  text: `select kind from unnest($1::text[]) as asked (kind)
    where exists (
      select from lifecycle_timers where lifecycle_timers.kind = asked.kind and due_at_ms <= $2
    )`,
};

/** Returns those of `kinds` that have a due timer. */
export async function findDueKinds(
  database: Executor,
  kinds: readonly string[],
  now: EpochMs,
): Promise<readonly { readonly kind: string }[]> {
  const { rows } = await executeNamed<{ kind: string }>(database, DUE_KINDS, [kinds, now]);
  return rows;
}

/** Returns the due timers of one record, the longest due first. */
export function findDueTimersOf(
  database: Executor,
  kind: string,
  id: number,
  now: EpochMs,
): Promise<LifecycleTimer[]> {
  const { dueAtMs } = lifecycleTimers;
  return database
    .select()
    .from(lifecycleTimers)
    .where(
      and(eq(lifecycleTimers.kind, kind), eq(lifecycleTimers.id, id), sql`${dueAtMs} <= ${now}`),
    )
    .orderBy(asc(dueAtMs), asc(lifecycleTimers.stateId), asc(lifecycleTimers.delayName));
}

/** Removes the timer. @returns false when it is no longer due: it was ended or restarted. */
export async function takeDueTimer(
  tx: Transaction,
  timer: LifecycleTimer,
  now: EpochMs,
): Promise<boolean> {
  const { kind, id, stateId, delayName, dueAtMs } = lifecycleTimers;
  const taken = await tx
    .delete(lifecycleTimers)
    .where(
      and(
        eq(kind, timer.kind),
        eq(id, timer.id),
        eq(stateId, timer.stateId),
        eq(delayName, timer.delayName),
        sql`${dueAtMs} <= ${now}`,
      ),
    )
    .returning({ id });
  return taken.length === 1;
}

/** Postpones the timer's end. @returns false when the timer has changed since it was read. */
export async function putOffTimer(
  tx: Transaction,
  timer: LifecycleTimer,
  byMs: number,
): Promise<boolean> {
  const { kind, id, stateId, delayName, dueAtMs } = lifecycleTimers;
  const put = await tx
    .update(lifecycleTimers)
    .set({ dueAtMs: timer.dueAtMs + byMs })
    .where(
      and(
        eq(kind, timer.kind),
        eq(id, timer.id),
        eq(stateId, timer.stateId),
        eq(delayName, timer.delayName),
        eq(dueAtMs, timer.dueAtMs),
      ),
    )
    .returning({ id });
  return put.length === 1;
}

interface ExtendedTimers {
  readonly kind: string;
  readonly delayNames: readonly string[];
  /** Only timers that end later than this. */
  readonly runningAt: EpochMs;
  readonly byMs: number;
}

/** Postpones these delays of all records of a kind. @returns ids of the records. */
export async function extendTimers(
  tx: Transaction,
  { kind, delayNames, runningAt, byMs }: ExtendedTimers,
): Promise<number[]> {
  if (delayNames.length === 0) return [];
  const { dueAtMs } = lifecycleTimers;
  const rows = await tx
    .update(lifecycleTimers)
    .set({ dueAtMs: sql`${dueAtMs} + ${byMs}::bigint` })
    .where(
      and(
        eq(lifecycleTimers.kind, kind),
        inArray(lifecycleTimers.delayName, [...delayNames]),
        sql`${dueAtMs} > ${runningAt}`,
      ),
    )
    .returning({ id: lifecycleTimers.id });
  return rows.map(({ id }) => id);
}

/** Returns the running delays of the record. */
export function findTimers(
  database: Executor,
  kind: string,
  id: number,
): Promise<LifecycleTimer[]> {
  return database
    .select()
    .from(lifecycleTimers)
    .where(and(eq(lifecycleTimers.kind, kind), eq(lifecycleTimers.id, id)));
}

/** Returns the event log of the record, oldest first. */
export function findEvents(
  database: Executor,
  kind: string,
  id: number,
): Promise<LifecycleEventRow[]> {
  return database
    .select()
    .from(lifecycleEvents)
    .where(and(eq(lifecycleEvents.kind, kind), eq(lifecycleEvents.id, id)))
    .orderBy(asc(lifecycleEvents.revision));
}

/**
 * Returns some records whose snapshot an older machine wrote, the lowest ids above `afterId` first.
 */
export async function findOutdated(
  database: Executor,
  kind: string,
  version: number,
  afterId: number,
  count: number,
): Promise<number[]> {
  const { id, machineVersion } = lifecycles;
  const rows = await database
    .select({ id })
    .from(lifecycles)
    .where(and(eq(lifecycles.kind, kind), lt(machineVersion, version), sql`${id} > ${afterId}`))
    .orderBy(asc(id))
    .limit(count);
  return rows.map((row) => row.id);
}

/** Like {@link findOutdated}, for records with running delays. */
export async function findOutdatedTimed(
  database: Executor,
  kind: string,
  version: number,
  afterId: number,
  count: number,
): Promise<number[]> {
  const { id } = lifecycleTimers;
  const rows = await database
    .selectDistinct({ id })
    .from(lifecycleTimers)
    .innerJoin(lifecycles, and(eq(lifecycles.kind, lifecycleTimers.kind), eq(lifecycles.id, id)))
    .where(
      and(
        eq(lifecycleTimers.kind, kind),
        lt(lifecycles.machineVersion, version),
        sql`${id} > ${afterId}`,
      ),
    )
    .orderBy(asc(id))
    .limit(count);
  return rows.map((row) => row.id);
}
