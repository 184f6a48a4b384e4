/** Ledger rules on postings for the writers (`spot_postings`, `dealing_postings`) and on transfers. */
import { IS_POSTED } from '../../kit/db/schema/ledger.ts';
import { DEALING_TRANSIT_ACCOUNT, JOURNALS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule, Scope } from '../../ledger/verify-rule.types.ts';
import { isDealingNumber, isSpotNumber } from '../../ledger/verify-scope.repo.ts';
import { WATCHED_ACCOUNTS } from '../../ledger/verify-tables.repo.ts';

/** The postings of one writer. */
interface WriterPostings {
  readonly table: string;
  readonly journal: number;
  /** Condition on the numbers of its journal that the pass reads. */
  readonly isInScope: (column: string) => string;
  /** Condition on movements that the writer books without a posting. */
  readonly isOwn: string;
}

const spotPostingsOf = (scope: Scope): WriterPostings => ({
  table: 'spot_postings',
  journal: JOURNALS.spot,
  isInScope: (column) => isSpotNumber(scope, column),
  isOwn: `recipe in (
    'seed.grant', 'spot.order_placed', 'spot.deal', 'spot.order_ended', 'spot.house_posted')`,
});
const dealingPostingsOf = (scope: Scope): WriterPostings => ({
  table: 'dealing_postings',
  journal: JOURNALS.dealing,
  isInScope: (column) => isDealingNumber(scope, column),
  isOwn: "recipe like 'lever.%' or recipe like 'micro.%'",
});

/** The entries of a posting as rows. */
const ENTRY_COLUMNS =
  'owner_id integer, account_type smallint, currency_id integer, available numeric, frozen numeric';

/**
 * The sums of a transit account's money by owner and currency: that of open postings which take it from there, once the
 * posting that they wait for is booked.
 */
const onItsWay = (transit: number, table: string, before: string): string => `
    select entry.owner_id, entry.currency_id, -entry.available as amount
    from ${table} posting
    left join ${before} first on first.id = posting.waits_for
    cross join lateral jsonb_to_recordset(posting.entries) as entry (${ENTRY_COLUMNS})
    where posting.number is null and posting.refused_at_ms is null
      and entry.account_type = ${transit}
      and (posting.waits_for is null or first.number is not null)`;

const transitDiffers = (fault: string, transit: number, awaited: string): string => `
  select '${fault}' as fault, owner_id, currency_id, account.available, awaited.amount
  from (
    select owner_id, currency_id, available
    from ${WATCHED_ACCOUNTS} where account_type = ${transit}
  ) account
  full join (
    select owner_id, currency_id, sum(amount) as amount from (${awaited}) each
    group by owner_id, currency_id
  ) awaited using (owner_id, currency_id)
  where coalesce(account.available, 0) <> coalesce(awaited.amount, 0)`;

/** A user's transit account must hold the sum of the postings that are not booked yet. */
const transitNotOnItsWay: Rule = () =>
  transitDiffers(
    'transit_not_on_its_way',
    TRANSIT_ACCOUNT,
    onItsWay(TRANSIT_ACCOUNT, 'spot_postings', 'dealing_postings'),
  );

/** Like {@link transitNotOnItsWay}, towards contract and fast-contract accounts. */
const transitNotArriving: Rule = () =>
  transitDiffers(
    'transit_not_arriving',
    DEALING_TRANSIT_ACCOUNT,
    onItsWay(DEALING_TRANSIT_ACCOUNT, 'dealing_postings', 'spot_postings'),
  );

/**
 * A booked posting has its movement, and each movement that is not the writer's own has its
 * posting.
 */
const notBooked = ({ table, journal, isInScope, isOwn }: WriterPostings): string => `
  select 'posting_not_booked' as fault, posting.id as posting_id, number,
    posting.recipe, posting.cause_id, movement.recipe as recipe_booked, movement.cause_id as cause_booked
  from (select * from ${table} where ${isInScope('number')}) posting
  full join (
    select * from ledger_movements where journal = ${journal} and ${isInScope('number')}
      and not (${isOwn})
  ) movement using (number)
  where (posting.recipe, posting.cause_id, posting.actor_id, posting.request_id)
    is distinct from (movement.recipe, movement.cause_id, movement.actor_id, movement.request_id)`;

const postingNotBooked: Rule = (scope) => notBooked(spotPostingsOf(scope));
const dealingPostingNotBooked: Rule = (scope) => notBooked(dealingPostingsOf(scope));

/**
 * No posting has a second movement, however long ago the first one was booked. The rows are found one by one by their
 * index: PostgreSQL would read all movements of the past for a join with them.
 */
const postingBookedTwice: Rule = ({ movements }) => `
  select * from (
    select 'posting_booked_twice' as fault, journal, number, recipe, cause_id, (
      select string_agg(first.number::text, ' ') from (
        select * from ledger_movements where ${IS_POSTED}
      ) first
      where first.journal = movement.journal and first.number < movement.number
        and (first.recipe, first.cause_id) = (movement.recipe, movement.cause_id)
    ) as booked_before
    from ${movements} movement where ${IS_POSTED}
  ) found where booked_before is not null`;

/** Each movement of the past has its posting. */
const movementWithoutPosting = (): string => `
  select 'movement_without_posting' as fault, journal, number, recipe, cause_id
  from (select * from ledger_movements where ${IS_POSTED}) movement
  left join (
    select ${JOURNALS.spot} as journal, number, recipe, cause_id from spot_postings
    union all
    select ${JOURNALS.dealing}, number, recipe, cause_id from dealing_postings
  ) posting using (journal, number, recipe, cause_id)
  where posting.number is null`;

/**
 * The booked movement must equal the posting. A posting is found by the number of its movement: PostgreSQL would read
 * all postings of the past for a join with them.
 */
const postingDiffers = (
  { entries, movements }: Scope,
  { table, journal, isInScope, isOwn }: WriterPostings,
): string => `
  select 'posting_booked_otherwise' as fault, number, owner_id, account_type, currency_id,
    wanted.available, booked.available_delta, wanted.frozen, booked.frozen_delta
  from (
    select posting.number, entry.* from ${table} posting
    cross join lateral jsonb_to_recordset(posting.entries) as entry (${ENTRY_COLUMNS})
    where ${isInScope('posting.number')}
  ) wanted
  full join (
    select entry.* from ${entries} entry
    join (
      select number from ${movements} movement
      where journal = ${journal} and case when not (${isOwn})
        then (select true from ${table} posting where posting.number = movement.number) end
    ) posted using (number)
    where entry.journal = ${journal}
  ) booked using (number, owner_id, account_type, currency_id)
  where (wanted.available, wanted.frozen) is distinct from (booked.available_delta, booked.frozen_delta)`;

const postingBookedOtherwise: Rule = (scope) => postingDiffers(scope, spotPostingsOf(scope));
const dealingPostingBookedOtherwise: Rule = (scope) =>
  postingDiffers(scope, dealingPostingsOf(scope));

/** Every movement of a transfer must be named by it. */
const transferNotNamed: Rule = (scope) => `
  select 'transfer_not_named' as fault, booked.journal, booked.number, booked.cause_id
  from (
    select 1 as journal, number, cause_id, number as named from ${scope.movements} movement
    where journal = 1 and recipe like 'transfer.%'
    union all
    select 2, number, cause_id, id from spot_postings
    where ${isSpotNumber(scope)} and recipe like 'transfer.%'
    union all
    select 3, number, cause_id, id from dealing_postings
    where ${isDealingNumber(scope)} and recipe like 'transfer.%'
  ) booked
  left join transfers transfer on transfer.id = ${numberIn('booked.cause_id')}
    and case booked.journal when 1 then movement_number when 2 then posting_id
      else dealing_posting_id end = booked.named
  where transfer.id is null`;

/**
 * The amount goes from one account of the user to another, or in two halves by transit. The accounts that a
 * recipe may name are in the registry.
 */
const transferBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'transfer_booked_otherwise',
    `select journal, number, user_id, currency_id, amount,
       case recipe when 'transfer.into_spot' then ${TRANSIT_ACCOUNT}
         when 'transfer.into_dealing' then ${DEALING_TRANSIT_ACCOUNT}
         else from_account_type end as from_type,
       case recipe when 'transfer.towards_spot' then ${TRANSIT_ACCOUNT}
         when 'transfer.towards_dealing' then ${DEALING_TRANSIT_ACCOUNT}
         else to_account_type end as to_type
     from ${scope.movements} claimed
     join transfers on transfers.id = ${numberIn('cause_id')}
     where recipe like 'transfer.%'`,
    `select journal, number, currency_id, user_id, change.*, 0
     from movement
     cross join lateral (values (from_type, -amount), (to_type, amount)) change`,
    scope,
  );

/** A transfer has the movements that it names, unless it was refused. */
export const transferNotBooked: RecordRule = (ids) => `
  select 'transfer_not_booked' as fault, transfer.id as transfer_id, movement_number, posting_id,
    dealing_posting_id
  from transfers transfer
  left join ledger_movements movement on movement.journal = 1 and movement.number = movement_number
    and movement.recipe like 'transfer.%' and movement.cause_id = transfer.id::text
  left join spot_postings posting on posting.id = posting_id
    and posting.recipe like 'transfer.%' and posting.cause_id = transfer.id::text
  left join dealing_postings dealing on dealing.id = dealing_posting_id
    and dealing.recipe like 'transfer.%' and dealing.cause_id = transfer.id::text
  where transfer.id in ${ids} and (
    (movement_number is not null and movement.number is null)
    or (posting_id is not null and posting.id is null)
    or (dealing_posting_id is not null and dealing.id is null))`;

export const TRANSFER_RULES: readonly Rule[] = [
  transitNotOnItsWay,
  transitNotArriving,
  postingNotBooked,
  dealingPostingNotBooked,
  postingBookedTwice,
  Object.assign(movementWithoutPosting, { isOfAllRecords: true as const }),
  postingBookedOtherwise,
  dealingPostingBookedOtherwise,
  transferNotNamed,
  ofRecipes(['transfer.'], transferBookedOtherwise),
];
