/** The form of the ledger rules that compare the entries of movements with their causes. */
import type { Scope } from './verify-rule.types.ts';

/**
 * Finds entries that differ from the movement's cause, and missing ones.
 * @param movements `movement`: journal, number and the columns for `wanted`. @param wanted journal,
 *   number, account, changes.
 */
export const bookedOtherwise = (
  fault: string,
  movements: string,
  wanted: string,
  { entries }: Scope,
) => `
  with movement as (${movements})
  select '${fault}' as fault, journal, number, owner_id, account_type, currency_id,
    wanted.available, booked.available_delta, wanted.frozen, booked.frozen_delta
  from (${wanted}) wanted (journal, number, currency_id, owner_id, account_type, available, frozen)
  full join (
    select entry.* from ${entries} entry join movement using (journal, number)
  ) booked using (journal, number, owner_id, account_type, currency_id)
  where coalesce(wanted.available, 0) <> coalesce(available_delta, 0)
    or coalesce(wanted.frozen, 0) <> coalesce(frozen_delta, 0)`;

/** A first look at the entries of movements. */
interface Look {
  /** `booked`: journal, number and the columns for `isWanted` and `count`. */
  readonly movements: string;
  /** Whether its movement wants this `entry`; null counts as not. */
  readonly isWanted: string;
  /** How many entries a movement wants; null if its cause does not say it, which is a difference. */
  readonly count: string;
}

/**
 * Returns the movements only if some of them may have other entries than they want, for {@link bookedOtherwise}. The
 * accounts of a movement differ, so that none has another entry if all of them are wanted and as many as wanted. This
 * takes a fraction of the time of the comparison.
 */
export const unlessAllWanted = (
  { movements, isWanted, count }: Look,
  { entries }: Scope,
): string => `
  with booked as materialized (${movements}), look as materialized (
    select count(*) as entries, count(*) filter (where ${isWanted}) as wanted
    from ${entries} entry join booked using (journal, number)
  )
  select * from booked
  where (
    select sum(count) <> any (array[(select entries from look), (select wanted from look)]) or bool_or(count is null)
    from (select ${count} as count from booked) counted)`;
