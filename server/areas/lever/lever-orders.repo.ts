/** Reads of contract orders, their events and the marks that were used, apart from the writer. */
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { Executor } from '../../kit/db/database.ts';
import {
  leverEvents,
  leverOrders,
  markTicks,
  ROUNDEST_MOMENT,
  roundestMomentsAround,
} from '../../kit/db/schema/lever.ts';
import type { KeyedCommand } from '../../ledger/writer/idempotency-keys.ts';
import { keyTermsOf } from './key-terms.ts';
import { leverOrderOf } from './lever-order-rows.ts';
import type { LeverOrderEvent, StoredLeverOrder, UsedMark } from './lever-store.types.ts';

/** The number of an owner's newest keys for the detection of repeated orders. */
const KEYS_OF_OWNER_MAX = 50_000;

export interface LeverOrderFilter {
  readonly ownerId: number;
  readonly marketId?: number | undefined;
  /** Limits the list to smaller numbers. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns ended orders of one owner with numbers above `after`, newest first. */
export async function findEndedOrders(
  database: Executor,
  { ownerId, marketId, before, count }: LeverOrderFilter,
  after: number,
): Promise<StoredLeverOrder[]> {
  const rows = await database
    .select()
    .from(leverOrders)
    .where(
      and(
        isOlder(ownerId, before),
        gt(leverOrders.id, after),
        marketId === undefined ? undefined : eq(leverOrders.marketId, marketId),
        inArray(leverOrders.state, ['closed', 'cancelled']),
      ),
    )
    .orderBy(desc(leverOrders.id))
    .limit(count);
  return rows.map(leverOrderOf);
}

/** Returns the number of the owner's order `skipped` places behind the newest one; undefined when there are fewer. */
export async function findLeverOrderBehind(
  database: Executor,
  { ownerId, before }: Pick<LeverOrderFilter, 'ownerId' | 'before'>,
  skipped: number,
): Promise<number | undefined> {
  const rows = await database
    .select({ id: leverOrders.id })
    .from(leverOrders)
    .where(isOlder(ownerId, before))
    .orderBy(desc(leverOrders.id))
    .offset(skipped)
    .limit(1);
  return rows[0]?.id;
}

const isOlder = (ownerId: number, before: number | undefined) =>
  and(
    eq(leverOrders.ownerId, ownerId),
    before === undefined ? undefined : lt(leverOrders.id, before),
  );

/** Finds an order in any state. */
export async function findLeverOrder(
  database: Executor,
  orderId: number,
): Promise<StoredLeverOrder | undefined> {
  const rows = await database.select().from(leverOrders).where(eq(leverOrders.id, orderId));
  return rows.map(leverOrderOf)[0];
}

/** The part of a stop-out in one market. */
interface StoppedOutMarket {
  readonly marketId: number;
  /** Number of the mark at which it closed the positions. */
  readonly seq: number;
  /** Longs less shorts that it closed. */
  readonly lots: number;
}

/** Returns what the stop-out that closed this order closed in each market, by market; nothing without a stop-out. */
export async function findStoppedOut(
  database: Executor,
  { ownerId, closing, evidence }: Pick<StoredLeverOrder, 'ownerId' | 'closing' | 'evidence'>,
): Promise<readonly StoppedOutMarket[]> {
  if (closing === null || closing.seen === null) return [];
  const { direction, lots, marketId, closeMarkSeq } = leverOrders;
  const { equity, margin } = closing.seen;
  const rows = await database
    .select({
      marketId,
      seq: sql<string>`${closeMarkSeq}`,
      lots: sql<string>`sum(case ${direction} when 'long' then ${lots} else -${lots} end)`,
    })
    .from(leverOrders)
    .where(
      and(
        eq(leverOrders.ownerId, ownerId),
        eq(leverOrders.state, 'closed'),
        // An owner may have a million closed orders: the index of their times finds these.
        sql.raw(`${ROUNDEST_MOMENT} = any(${roundestMomentsAround(String(closing.atMs))})`),
        eq(leverOrders.closedAtMs, closing.atMs),
        eq(leverOrders.closeReason, 'stop_out'),
        // Two stop-outs of one millisecond saw different accounts.
        eq(leverOrders.seenEquity, equity),
        eq(leverOrders.seenMargin, margin),
        sql`${leverOrders.seenMovement} is not distinct from ${evidence?.movement ?? null}::bigint`,
      ),
    )
    .groupBy(marketId, closeMarkSeq)
    .orderBy(asc(marketId));
  return rows.map((row) => ({ ...row, seq: Number(row.seq), lots: Number(row.lots) }));
}

/** Returns the steps to the opening of an order and its newest `count` revisions, oldest first. */
export async function findLeverEvents(
  database: Executor,
  { id, revision }: Pick<StoredLeverOrder, 'id' | 'revision'>,
  count: number,
): Promise<readonly LeverOrderEvent[]> {
  const isListed = or(
    inArray(leverEvents.type, ['placed', 'opened']),
    gt(leverEvents.revision, revision - count),
  );
  const events = await database
    .select()
    .from(leverEvents)
    .where(and(eq(leverEvents.orderId, id), isListed))
    .orderBy(asc(leverEvents.revision));
  return events as LeverOrderEvent[];
}

/** Returns the stored ones among these marks, by market; a mark at which nothing was done is not stored. */
export async function findUsedMarks(
  database: Executor,
  marks: readonly Pick<UsedMark, 'marketId' | 'seq'>[],
): Promise<readonly UsedMark[]> {
  if (marks.length === 0) return [];
  const each = marks.map(({ marketId, seq }) =>
    and(eq(markTicks.marketId, marketId), eq(markTicks.seq, seq)),
  );
  const rows = await database
    .select()
    .from(markTicks)
    .where(or(...each))
    .orderBy(asc(markTicks.marketId), asc(markTicks.seq));
  return rows.map((row) => ({ ...row, sources: row.sources as readonly SourcePrice[] }));
}

/**
 * Returns orders that the owner placed with a key since then, oldest first; at most the newest
 * {@link KEYS_OF_OWNER_MAX}.
 */
export async function findKeyedLeverOrders(
  database: Executor,
  ownerId: number,
  since: EpochMs,
): Promise<KeyedCommand[]> {
  // Numbers rise with time, so that the backward scan of the index ends at the first order that is too
  // old.
  const tooOld = sql`coalesce((select ${leverOrders.id} from ${leverOrders}
    where ${leverOrders.ownerId} = ${ownerId} and ${leverOrders.placedAtMs} < ${since}
    order by ${leverOrders.id} desc limit 1), 0)`;
  const { id, marketId, direction, kind, lots, multiple, limitTicks, worstTicks } = leverOrders;
  const terms = { marketId, direction, kind, lots, multiple, limitTicks, worstTicks };
  const { idempotencyKey, placedAtMs } = leverOrders;
  const rows = await database
    .select({ id, ...terms, idempotencyKey, placedAtMs })
    .from(leverOrders)
    .where(
      and(
        eq(leverOrders.ownerId, ownerId),
        gt(leverOrders.id, tooOld),
        isNotNull(leverOrders.idempotencyKey),
      ),
    )
    .orderBy(desc(leverOrders.id))
    .limit(KEYS_OF_OWNER_MAX);
  return rows
    .toReversed()
    .flatMap(({ id: recordId, idempotencyKey: key, placedAtMs: createdAtMs, ...order }) =>
      key === null ? [] : [{ key, recordId, terms: keyTermsOf(order), createdAtMs }],
    );
}
