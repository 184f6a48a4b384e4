/**
 * The parts of a first pass over many rows, as over a ledger whose past was never closed in ranges. Each
 * part is read in a short transaction of its own, so that no snapshot is as old as the pass is long, and
 * no part needs more memory than another.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { findMoves } from './ledger-moves.repo.ts';
import { numberIn } from './verify-causes.repo.ts';
import {
  readClosed,
  readMark,
  type Closed,
  type Mark,
  type NumbersOfPlace,
  type Slice,
} from './verify-rows.repo.ts';
import type { NumberedScope, Numbers } from './verify-rule.types.ts';

/** Movements of each journal in one part; a pass over fewer has one part. */
export const SLICE_MOVEMENTS = 131_072n;
const NO_END = 9_223_372_036_854_775_807n;

/**
 * Returns the parts, oldest first; none when the rows are few enough for one part. The rows from before and after
 * a move are never in one part, because each cluster counts its own transactions.
 */
export async function findSlices(client: Client, movements: bigint): Promise<readonly Slice[]> {
  const [mark, closed] = [await readMark(client), await readClosed(client)];
  const moves = await findMoves(client);
  const move = moves.at(-1);
  if (move === undefined) {
    const era = { closed, mark, since: null, numbers: null };
    const ends = await findEnds(client, era, movements);
    return ends.length === 0 ? [] : slicesOf(client, era, ends);
  }
  const before = { closed: await closedBefore(client, move), mark: move, since: null };
  const eras: readonly Era[] = [
    ...betweenMoves(before.closed, moves).map((numbers) => ({ ...before, numbers })),
    { closed: await closedSince(client, closed, move), mark, since: move, numbers: null },
  ];
  const slices: Slice[] = [];
  for (const era of eras)
    slices.push(...(await slicesOf(client, era, await findEnds(client, era, movements))));
  return slices;
}

/** Divides the open rows from before the last move by the earlier moves, which only their numbers show. */
function betweenMoves(closed: Closed, moves: readonly Mark[]): readonly NumbersOfPlace[] {
  const earlier = moves
    .slice(0, -1)
    .filter(
      ({ lastGeneral, lastSpot, lastDealing }) =>
        lastGeneral > closed.lastGeneral ||
        lastSpot > closed.lastSpot ||
        lastDealing > closed.lastDealing,
    );
  return [null, ...earlier].map((after, index) => ({ after, upTo: earlier[index] ?? null }));
}

/** The rows of one place: those after the closed ranges and the mark `since`, up to the other mark. */
type Era = Pick<Slice, 'closed' | 'mark' | 'since' | 'numbers'>;

/** The numbers after which the open rows of the place begin, and the numbers with which they end. */
function boundsOf({ closed, mark, since, numbers }: Era): readonly [begin: Numbers, end: Numbers] {
  const after = since ?? numbers?.after ?? null;
  return [after === null ? closed : later(closed, after), numbers?.upTo ?? mark];
}

const later = (one: Numbers, other: Numbers): Numbers => ({
  lastGeneral: larger(one.lastGeneral, other.lastGeneral),
  lastSpot: larger(one.lastSpot, other.lastSpot),
  lastDealing: larger(one.lastDealing, other.lastDealing),
  lastDeal: larger(one.lastDeal, other.lastDeal),
});

/** The last transactions of all parts but the last one. */
async function findEnds(client: Client, era: Era, movements: bigint): Promise<readonly bigint[]> {
  const [begin, end] = boundsOf(era);
  const journals = [
    [1, begin.lastGeneral, end.lastGeneral],
    [2, begin.lastSpot, end.lastSpot],
    [3, begin.lastDealing, end.lastDealing],
  ] as const;
  if (journals.every(([, first, last]) => last - first <= movements)) return [];
  const wanted = journals.map((values) => `(${values.map(String).join('::bigint, ')}::bigint)`);
  const { rows } = await client.query<{ last: string }>(`
    select distinct bound.transaction_id::text as last, bound.transaction_id
    from (values ${wanted.join(', ')}) wanted (journal, first, last)
    cross join lateral generate_series(first + ${movements}, last, ${movements}) as part (number)
    cross join lateral (
      select transaction_id from ledger_movements movement
      where movement.journal = wanted.journal and movement.number >= part.number
      order by movement.number limit 1
    ) bound
    order by bound.transaction_id`);
  return rows.map(({ last }) => BigInt(last));
}

async function slicesOf(
  client: Client,
  era: Era,
  ends: readonly bigint[],
): Promise<readonly Slice[]> {
  let after = await findOldest(client, era);
  return [...ends, NO_END].map((upTo) => {
    const slice = { ...era, after, upTo };
    after = upTo;
    return slice;
  });
}

const areOfRanges = (comparison: '<=' | '>', move: Mark): string => `(
  (journal = 1 and last_number ${comparison} ${move.lastGeneral})
  or (journal = 2 and last_number ${comparison} ${move.lastSpot})
  or (journal = 3 and last_number ${comparison} ${move.lastDealing}))`;

async function lastTransactionOf(client: Client, condition: string): Promise<bigint | null> {
  const { rows } = await client.query<{ last: bigint | null }>(
    `select max(last_transaction) as last from ledger_ranges where ${condition}`,
  );
  return ensure(rows[0], 'the last transaction').last;
}

/** Ranges that were closed before a move. An earlier place may have larger transactions than a later one. */
async function closedBefore(client: Client, move: Mark): Promise<Closed> {
  const closed = await readClosed(client, move);
  const transaction = await lastTransactionOf(client, areOfRanges('<=', move));
  return { ...closed, transaction: transaction ?? 0n };
}

/** All closed ranges, with the last transaction since the move. */
async function closedSince(client: Client, closed: Closed, move: Mark): Promise<Closed> {
  const transaction = await lastTransactionOf(client, areOfRanges('>', move));
  const beforeMove = BigInt(ensure(move.snapshot.split(':')[0], 'the snapshot')) - 1n;
  return { ...closed, transaction: transaction ?? beforeMove };
}

/** A transaction before the transactions of all rows that are not closed. */
async function findOldest(client: Client, era: Era): Promise<bigint> {
  const { closed } = era;
  if (closed.ranges === 0n && era.since === null) return -1n;
  const [begin, end] = boundsOf(era);
  const oldest = (journal: number, after: bigint, upTo: bigint): string => `
    (select min(transaction_id) from ledger_movements
     where journal = ${journal} and number > ${after} and number <= ${upTo})`;
  const { rows } = await client.query<{ oldest: string }>(`
    select (least(${closed.transaction}, ${oldest(1, begin.lastGeneral, end.lastGeneral)},
      ${oldest(2, begin.lastSpot, end.lastSpot)}, ${oldest(3, begin.lastDealing, end.lastDealing)}
    ) - 1)::text as oldest`);
  return BigInt(ensure(rows[0], 'the oldest transaction').oldest);
}

/** Returns the scope of the copied rows. @param before the scope of the part before */
export async function scopeOfSlice(
  client: Client,
  before: NumberedScope,
  { closed }: Slice,
): Promise<Required<NumberedScope>> {
  const { rows } = await client.query<{ spot: string; dealing: string; deal: string }>(`
    select coalesce(max(number) filter (where journal = 2), 0)::text as spot,
      coalesce(max(number) filter (where journal = 3), 0)::text as dealing,
      coalesce(max(${numberIn('cause_id')})
        filter (where journal = 2 and recipe = 'spot.deal'), 0)::text as deal
    from verify_movements`);
  const found = ensure(rows[0], 'the numbers of the part');
  const lastSpot = larger(before.upTo?.spot ?? before.lastSpot, closed.lastSpot);
  const lastDealing = larger(before.upTo?.dealing ?? before.lastDealing, closed.lastDealing);
  const lastDeal = larger(before.upTo?.deal ?? before.lastDeal, closed.lastDeal);
  return {
    ...before,
    lastSpot,
    lastDealing,
    lastDeal,
    upTo: {
      spot: larger(lastSpot, BigInt(found.spot)),
      dealing: larger(lastDealing, BigInt(found.dealing)),
      deal: larger(lastDeal, BigInt(found.deal)),
    },
  };
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
