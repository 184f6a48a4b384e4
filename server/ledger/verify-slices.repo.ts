/**
 * The parts of a first pass over many rows, as over a ledger whose past was never closed in ranges. Each
 * part is read in a short transaction of its own, so that no snapshot is as old as the pass is long, and
 * no part needs more memory than another.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { numberIn } from './verify-causes.repo.ts';
import type { Closed, Mark, Slice } from './verify-rows.repo.ts';
import type { Scope } from './verify-rule.types.ts';

/** Movements of each journal in one part; a pass over fewer has one part. */
export const SLICE_MOVEMENTS = 131_072n;
const NO_END = 9_223_372_036_854_775_807n;

/** Returns the parts, oldest first; none when the rows are few enough for one part. */
export async function findSlices(
  client: Client,
  { closed, mark }: { readonly closed: Closed; readonly mark: Mark },
  movements: bigint,
): Promise<readonly Slice[]> {
  const journals = [
    [1, closed.lastGeneral, mark.lastGeneral],
    [2, closed.lastSpot, mark.lastSpot],
    [3, closed.lastDealing, mark.lastDealing],
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
  const ends = [...rows.map(({ last }) => BigInt(last)), NO_END];
  let after = await findOldest(client, closed);
  return ends.map((upTo) => {
    const slice = { closed, mark, after, upTo };
    after = upTo;
    return slice;
  });
}

/** A transaction before those of all rows that are not closed. */
async function findOldest(client: Client, closed: Closed): Promise<bigint> {
  if (closed.ranges === 0n) return -1n;
  const first = (journal: number, last: bigint): string => `
    (select transaction_id from ledger_movements
     where journal = ${journal} and number > ${last} order by number limit 1)`;
  const { rows } = await client.query<{ oldest: string }>(`
    select (least(${closed.transaction},
      (select min(transaction_id) from ledger_movements
       where journal = 1 and number > ${closed.lastGeneral}),
      ${first(2, closed.lastSpot)}, ${first(3, closed.lastDealing)}) - 1)::text as oldest`);
  return BigInt(ensure(rows[0], 'the oldest transaction').oldest);
}

/** Returns the scope of the copied rows. @param before the scope of the part before */
export async function scopeOfSlice(client: Client, before: Scope): Promise<Required<Scope>> {
  const { rows } = await client.query<{ spot: string; dealing: string; deal: string }>(`
    select coalesce(max(number) filter (where journal = 2), 0)::text as spot,
      coalesce(max(number) filter (where journal = 3), 0)::text as dealing,
      coalesce(max(${numberIn('cause_id')})
        filter (where journal = 2 and recipe = 'spot.deal'), 0)::text as deal
    from verify_movements`);
  const found = ensure(rows[0], 'the numbers of the part');
  const lastSpot = before.upTo?.spot ?? before.lastSpot;
  const lastDealing = before.upTo?.dealing ?? before.lastDealing;
  const lastDeal = before.upTo?.deal ?? before.lastDeal;
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
