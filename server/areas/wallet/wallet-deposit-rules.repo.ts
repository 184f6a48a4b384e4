/** Ledger rules on deposits: credited less reversed is nothing or the amount, by phase. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const SPOT = ACCOUNT_TYPES.spot;
const { custody, reversed } = HOUSE_ACCOUNTS;
const HOUSE = OWNERS.house;
const DEPOSIT_ID = numberIn("split_part(cause_id, ':', 1)");

/**
 * A credit takes the amount of the row from custody, for the owner of the row, less the amount that the owner repays. A reversal takes it back.
 */
const depositBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'deposit_booked_otherwise',
    `select journal, number, recipe, user_id, currency_id, amount,
       case recipe when 'deposit.credited' then coalesce((
         select available_delta from ledger_entries repaid
         where (repaid.owner_id, repaid.account_type, repaid.currency_id, repaid.journal, repaid.number)
           = (${HOUSE}, ${reversed}, deposits.currency_id, claimed.journal, claimed.number)
           and available_delta between 0 and amount
       ), 0) else 0 end as repaid
     from ${scope.movements} claimed
     join deposits on deposits.id = ${DEPOSIT_ID}
     where recipe in ('deposit.credited', 'deposit.reversed')`,
    `select journal, number, currency_id, change.* from movement
     cross join lateral (values
       (${HOUSE}, ${custody}, case recipe when 'deposit.credited' then -amount else amount end, 0),
       (user_id, ${SPOT}, case recipe when 'deposit.credited' then amount - repaid else 0 end, 0),
       (${HOUSE}, ${reversed}, case recipe when 'deposit.credited' then repaid else -amount end, 0)
     ) as change`,
    scope,
  );

/** A recovery takes its amount from one account of the owner of the deposit. */
const recoveryBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'recovery_booked_otherwise',
    `select journal, number, user_id, currency_id, recovery.amount, recovery.account_type
     from ${scope.movements} claimed
     join deposit_recoveries recovery on recovery.id = ${numberIn('cause_id')}
     join deposits on deposits.id = deposit_id
     where recipe in ('deposit.recovered', 'deposit.collected')`,
    `select journal, number, currency_id, change.*, 0 from movement
     cross join lateral (values
       (user_id, account_type, -amount), (${HOUSE}, ${reversed}, amount)
     ) as change`,
    scope,
  );

/** A credit is one of those that the lifecycle of its deposit counts. */
const depositCreditUnknown: Rule = ({ movements }) => `
  select 'deposit_credit_unknown' as fault, journal, number, cause_id,
    (life.snapshot -> 'context' ->> 'credits')::bigint as credits
  from ${movements} movement
  left join lifecycles life on life.kind = 'deposit' and life.id = ${DEPOSIT_ID}
  where recipe in ('deposit.credited', 'deposit.reversed')
    and (${numberIn("split_part(cause_id, ':', 2)")}
      <= (life.snapshot -> 'context' ->> 'credits')::bigint) is not true`;

/** The loss of the exchange is the sum of the shortfalls, less the recoveries on their way. */
const reversedNotOwed: Rule = () => `
  select 'reversed_not_owed' as fault, currency_id, -account.available as reversed, owed.amount as owed
  from (
    select currency_id, available from ledger_accounts
    where owner_id = ${HOUSE} and account_type = ${reversed}
  ) account
  full join (
    select currency_id, sum(amount) as amount from (
      select currency_id, shortfall as amount from deposits where shortfall > 0
      union all
      select currency_id, -recovery.amount from deposit_recoveries recovery
      join deposits on deposits.id = deposit_id
      join spot_postings posting on posting.id = posting_id
      where not is_settled and posting.number is not null
      union all
      select entry.currency_id, entry.available from spot_postings posting
      cross join lateral jsonb_to_recordset(posting.entries)
        as entry (owner_id integer, account_type smallint, currency_id integer, available numeric)
      where posting.number is null and posting.refused_at_ms is null
        and recipe = 'deposit.credited' and entry.account_type = ${reversed}
    ) each group by currency_id
  ) owed using (currency_id)
  where coalesce(-account.available, 0) <> coalesce(owed.amount, 0)`;

/**
 * Credits less reversals of a deposit. A credit counts before the spot writer has booked it, because
 * each posting is compared with its movement.
 */
export const depositPhaseNotBooked: RecordRule = (ids) => `
  select 'deposit_phase_not_booked' as fault, deposit_id, phase, amount, credited, reversed
  from (
    select deposit.id as deposit_id, phase, amount, ofCredits.credited, ofReversals.reversed
    from deposits deposit
    left join lifecycles life on life.kind = 'deposit' and life.id = deposit.id
    cross join lateral (
      select coalesce(sum(-entry.available), 0) as credited
      from generate_series(1, (life.snapshot -> 'context' ->> 'credits')::integer) credit
      join spot_postings posting
        on recipe = 'deposit.credited' and cause_id = deposit.id || ':' || credit
      cross join lateral jsonb_to_recordset(entries)
        as entry (account_type smallint, available numeric)
      where refused_at_ms is null and entry.account_type = ${custody}
    ) ofCredits
    cross join lateral (
      select coalesce(sum(available_delta), 0) as reversed
      from generate_series(1, (life.snapshot -> 'context' ->> 'credits')::integer) credit
      join ledger_movements movement on movement.journal = 1 and movement.recipe = 'deposit.reversed'
        and movement.cause_id = deposit.id || ':' || credit
      join ledger_entries entry on entry.owner_id = ${HOUSE} and entry.account_type = ${custody}
        and entry.currency_id = deposit.currency_id
        and entry.journal = movement.journal and entry.number = movement.number
    ) ofReversals
    where deposit.id in ${ids}
  ) compared
  where credited - reversed
    <> case when phase in ('credited', 'settled') then amount else 0 end`;

/** A recovery from the spot account names its posting, which takes its amount; each other one has its movement. */
export const recoveryNotBooked: RecordRule = (ids) => `
  select 'recovery_not_booked' as fault, recovery.id as recovery_id, recovery.amount, posting_id
  from deposit_recoveries recovery
  left join spot_postings posting on posting.id = posting_id
    and posting.recipe = 'deposit.recovered' and posting.cause_id = recovery.id::text
  where recovery.id in ${ids} and account_type <> ${SPOT} and not exists (
      select from ledger_movements
      where journal = ${JOURNALS.general} and recipe = 'deposit.collected'
        and cause_id = recovery.id::text
    )
    or recovery.id in ${ids} and account_type = ${SPOT} and (posting.id is null
    or not exists (
      select from jsonb_to_recordset(posting.entries) as entry (account_type smallint, available numeric)
      where entry.account_type = ${reversed} and entry.available = recovery.amount
    ))`;

const CREDIT_RECIPES = ['deposit.credited', 'deposit.reversed'];

export const DEPOSIT_RULES: readonly Rule[] = [
  ofRecipes(CREDIT_RECIPES, depositBookedOtherwise),
  ofRecipes(['deposit.recovered', 'deposit.collected'], recoveryBookedOtherwise),
  ofRecipes(CREDIT_RECIPES, depositCreditUnknown),
  reversedNotOwed,
];
