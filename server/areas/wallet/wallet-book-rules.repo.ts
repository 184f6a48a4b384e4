/** Ledger rules on postings for the spot writer (`spot_postings`) and on transfers. */
import { DEALING_TRANSIT_ACCOUNT, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

/** The entries of a posting as rows. */
const ENTRY_COLUMNS =
  'owner_id integer, account_type smallint, currency_id integer, available numeric, frozen numeric';

/** A user's transit account must hold the sum of the postings that are not booked yet. */
const transitNotOnItsWay: Rule = () => `
  select 'transit_not_on_its_way' as fault, owner_id, currency_id, account.available, awaited.amount
  from (
    select owner_id, currency_id, available
    from ledger_accounts where account_type = ${TRANSIT_ACCOUNT}
  ) account
  full join (
    select entry.owner_id, entry.currency_id, -sum(entry.available) as amount
    from spot_postings posting
    cross join lateral jsonb_to_recordset(posting.entries) as entry (${ENTRY_COLUMNS})
    where posting.number is null and posting.refused_at_ms is null
      and entry.account_type = ${TRANSIT_ACCOUNT}
    group by entry.owner_id, entry.currency_id
  ) awaited using (owner_id, currency_id)
  where coalesce(account.available, 0) <> coalesce(awaited.amount, 0)`;

/** A user's transit account towards dealing holds the sum of the transfers whose second leg is not booked yet. */
const transitNotArriving: Rule = () => `
  select 'transit_not_arriving' as fault, owner_id, currency_id, account.available, awaited.amount
  from (
    select owner_id, currency_id, available
    from ledger_accounts where account_type = ${DEALING_TRANSIT_ACCOUNT}
  ) account
  full join (
    select user_id as owner_id, transfer.currency_id, sum(amount) as amount
    from transfers transfer join spot_postings posting on posting.id = posting_id
    where has_arrival and movement_number is null and posting.number is not null
    group by user_id, transfer.currency_id
  ) awaited using (owner_id, currency_id)
  where coalesce(account.available, 0) <> coalesce(awaited.amount, 0)`;

/**
 * A booked posting has its movement, and each movement that is not the writer's own has its
 * posting.
 */
const postingNotBooked: Rule = ({ lastSpot }) => `
  select 'posting_not_booked' as fault, posting.id as posting_id, number,
    posting.recipe, posting.cause_id, movement.recipe as recipe_booked, movement.cause_id as cause_booked
  from (select * from spot_postings where number > ${lastSpot}) posting
  full join (
    select * from ledger_movements where journal = 2 and number > ${lastSpot}
      and recipe not in (
        'seed.grant', 'spot.order_placed', 'spot.deal', 'spot.order_ended', 'spot.house_posted')
  ) movement using (number)
  where (posting.recipe, posting.cause_id, posting.actor_id, posting.request_id)
    is distinct from (movement.recipe, movement.cause_id, movement.actor_id, movement.request_id)`;

/** The booked movement must equal the posting. */
const postingBookedOtherwise: Rule = ({ entries, lastSpot }) => `
  select 'posting_booked_otherwise' as fault, number, owner_id, account_type, currency_id,
    wanted.available, booked.available_delta, wanted.frozen, booked.frozen_delta
  from (
    select posting.number, entry.* from spot_postings posting
    cross join lateral jsonb_to_recordset(posting.entries) as entry (${ENTRY_COLUMNS})
    where posting.number > ${lastSpot}
  ) wanted
  full join (
    select entry.* from ${entries} entry
    join (select number from spot_postings where number is not null) posting using (number)
    where entry.journal = 2
  ) booked using (number, owner_id, account_type, currency_id)
  where (wanted.available, wanted.frozen) is distinct from (booked.available_delta, booked.frozen_delta)`;

/** Every movement of a transfer must be named by it. */
const transferNotNamed: Rule = ({ lastGeneral, lastSpot }) => `
  select 'transfer_not_named' as fault, booked.journal, booked.number, booked.cause_id
  from (
    select 1 as journal, number, cause_id, number as named from ledger_movements
    where journal = 1 and number > ${lastGeneral} and recipe like 'transfer.%'
    union all
    select 2, number, cause_id, id from spot_postings
    where number > ${lastSpot} and recipe like 'transfer.%'
  ) booked
  left join transfers transfer on transfer.id = ${numberIn('booked.cause_id')}
    and case booked.journal when 1 then movement_number else posting_id end = booked.named
  where transfer.id is null`;

/**
 * The amount goes from one account of the user to another, or in two halves by transit.
 */
const transferBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'transfer_booked_otherwise',
    `select journal, number, user_id, currency_id, amount,
       case when journal = 2 and from_account_type <> 1 then ${TRANSIT_ACCOUNT}
         when journal = 1 and has_arrival then ${DEALING_TRANSIT_ACCOUNT}
         else from_account_type end as from_type,
       case when journal = 1 and to_account_type = 1 then ${TRANSIT_ACCOUNT}
         when journal = 2 and has_arrival then ${DEALING_TRANSIT_ACCOUNT}
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
  select 'transfer_not_booked' as fault, transfer.id as transfer_id, movement_number, posting_id
  from transfers transfer
  left join ledger_movements movement on movement.journal = 1 and movement.number = movement_number
    and movement.recipe like 'transfer.%' and movement.cause_id = transfer.id::text
  left join spot_postings posting on posting.id = posting_id
    and posting.recipe like 'transfer.%' and posting.cause_id = transfer.id::text
  where transfer.id in ${ids} and (
    (movement_number is not null and movement.number is null)
    or (posting_id is not null and posting.id is null))`;

export const TRANSFER_RULES: readonly Rule[] = [
  transitNotOnItsWay,
  transitNotArriving,
  postingNotBooked,
  postingBookedOtherwise,
  transferNotNamed,
  transferBookedOtherwise,
];
