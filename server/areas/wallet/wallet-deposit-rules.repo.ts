/** Ledger rules on deposits: credited less reversed is nothing or the amount, by phase. */
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { BLOCKS_KEPT } from '../custody/custody.area.ts';
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

/** The lifecycle of its deposit counts each credit. */
const depositCreditUnknown: Rule = ({ movements }) => `
  select 'deposit_credit_unknown' as fault, journal, number, cause_id,
    (life.snapshot -> 'context' ->> 'credits')::bigint as credits
  from ${movements} movement
  left join lifecycles life on life.kind = 'deposit' and life.id = ${DEPOSIT_ID}
  where recipe in ('deposit.credited', 'deposit.reversed')
    and (${numberIn("split_part(cause_id, ':', 2)")}
      <= (life.snapshot -> 'context' ->> 'credits')::bigint) is not true`;

/**
 * Parts of the loss of the exchange by user: the shortfall of each deposit, less a recovery that is booked and not settled, and
 * what credits keep for it that are not booked yet.
 */
const OWED = `
      select user_id, currency_id, shortfall as amount from deposits where shortfall > 0
      union all
      select user_id, currency_id, -recovery.amount from deposit_recoveries recovery
      join deposits on deposits.id = deposit_id
      join spot_postings posting on posting.id = posting_id
      where not is_settled and posting.number is not null
      union all
      select (select user_id from deposits where id = ${DEPOSIT_ID}), entry.currency_id, entry.available
      from spot_postings posting
      cross join lateral jsonb_to_recordset(posting.entries)
        as entry (account_type smallint, currency_id integer, available numeric)
      where posting.number is null and posting.refused_at_ms is null
        and recipe = 'deposit.credited' and entry.account_type = ${reversed}`;

/** The loss of the exchange is the sum of the shortfalls, less the recoveries on their way. */
const reversedNotOwed: Rule = () => `
  select 'reversed_not_owed' as fault, currency_id, -account.available as reversed, owed.amount as owed
  from (
    select currency_id, available from ledger_accounts
    where owner_id = ${HOUSE} and account_type = ${reversed}
  ) account
  full join (
    select currency_id, sum(amount) as amount from (${OWED}) each group by currency_id
  ) owed using (currency_id)
  where coalesce(-account.available, 0) <> coalesce(owed.amount, 0)`;

/** Joins `entry` with the owner of the deposit whose reversal or repayment it is, by keys. */
const WITH_USER_OF_ENTRY = `
    cross join lateral (
      select recipe, cause_id from ledger_movements booked
      where (booked.journal, booked.number) = (entry.journal, entry.number) offset 0
    ) movement
    cross join lateral (
      select user_id from deposits
      where id = case when recipe in ('deposit.credited', 'deposit.reversed') then ${DEPOSIT_ID}
        else (select deposit_id from deposit_recoveries recovery where recovery.id = ${numberIn('cause_id')}) end
      offset 0
    ) deposit`;

/**
 * Each user owes what was reversed of their own deposits, so that no debt moves to another user. The rule compares users
 * who owe now, and users whose debts have changed: the debt may have been collected from another user since.
 */
const shortfallNotOfUser: Rule = ({ entries }) => `
  with owed as materialized (
    select user_id, currency_id, sum(amount) as amount from (${OWED}) each group by user_id, currency_id
  ), concerned as materialized (
    select user_id, currency_id from owed
    union
    select user_id, currency_id from (
      select journal, number, currency_id from ${entries} entry
      where owner_id = ${HOUSE} and account_type = ${reversed} offset 0
    ) entry ${WITH_USER_OF_ENTRY}
  ), booked as (
    select user_id, currency_id, -sum(available_delta) as amount
    from (select distinct currency_id as owed_id from concerned) each
    cross join lateral (
      select journal, number, currency_id, available_delta from ledger_entries own
      where (owner_id, account_type, currency_id) = (${HOUSE}, ${reversed}, owed_id) offset 0
    ) entry ${WITH_USER_OF_ENTRY}
    group by user_id, currency_id
  )
  select 'shortfall_not_of_user' as fault, user_id, currency_id, booked.amount as reversed, owed.amount as owed
  from concerned left join booked using (user_id, currency_id) left join owed using (user_id, currency_id)
  where coalesce(booked.amount, 0) <> coalesce(owed.amount, 0)`;

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

/** Blocks of the window of kept blocks that are not deep enough to settle a deposit. */
const UNSETTLED_BLOCKS = CHAIN_LIMITS.deposit_unlock_confirmations - 1;

/**
 * A deposit that counts is in a block that the scanner has read: not above the cursor, and with its hash while that is
 * kept. The kept blocks end at most `BLOCKS_KEPT` above the oldest, and a reorganization removes only the newest, so
 * that the oldest one says how deep a settled deposit must be. Grants are no deposits; each chain that has some keeps
 * blocks, unless an operator has deleted them to repair the chain. A halt says so, and closes its withdrawals.
 */
export const depositWithoutBlock: RecordRule = (ids) => `
  select 'deposit_without_block' as fault, deposit.id as deposit_id, deposit.chain, phase, block_number, newest
  from deposits deposit
  left join (
    select chain, min(number) as oldest, max(number) as newest from chain_blocks group by chain
  ) kept on kept.chain = deposit.chain
  left join chain_blocks block on block.chain = deposit.chain and block.number = block_number
  where deposit.id in ${ids} and phase in ('credited', 'settled') and (
    block_number is null
    or (
      newest is null
      or (block_number >= oldest and (block.hash = block_hash) is not true)
      or (phase = 'settled' and block_number >= oldest + ${BLOCKS_KEPT - UNSETTLED_BLOCKS})
    ) and not exists (
      select from chain_halts halt where halt.chain = deposit.chain and ended_at_ms is null
        and cause in ('fork_too_deep', 'node_behind')
    ))`;

/** Columns that a comparison with the chain has confirmed; a change of one of them needs another comparison. */
const COMPARED = [
  'user_id',
  'currency_id',
  'chain',
  'address',
  'transaction_hash',
  'output_index',
  'amount',
  'block_number',
  'block_hash',
];
const comparedOf = (table: string, columns: readonly string[] = COMPARED): string =>
  columns.map((column) => `${table}.${column}`).join(', ');
/** A reorganization moves a credited deposit to another block and place there. Its settlement is compared again. */
const OF_CREDIT = COMPARED.filter(
  (column) => !['output_index', 'block_number', 'block_hash'].includes(column),
);

/**
 * The server has found each deposit that counts on its chain before it was credited, and again before it was settled.
 * Only the owner of the tables adds such results. Deposits from before the table were accepted by its migration.
 */
export const depositNotCompared: RecordRule = (ids) => `
  select 'deposit_not_compared' as fault, deposit.id as deposit_id, deposit.chain, phase, amount
  from deposits deposit
  where deposit.id in ${ids} and phase in ('credited', 'settled') and not exists (
    select from deposit_proofs proof
    where proof.deposit_id = deposit.id
      and case when kind = 'credit' or kind = 'taken_over' and phase = 'credited'
        then phase = 'credited' and (${comparedOf('proof', OF_CREDIT)}) = (${comparedOf('deposit', OF_CREDIT)})
        else kind in ('taken_over', 'settlement') and (${comparedOf('proof')}) = (${comparedOf('deposit')})
      end
  )`;

/** A deposit that its chain does not have, or that is of another address, amount or user there. */
const depositNotOnChain: Rule = () => `
  select 'deposit_not_on_chain' as fault, deposit.id as deposit_id, deposit.chain, phase, reason
  from deposit_proofs refuted
  join deposits deposit on deposit.id = refuted.deposit_id
  where kind = 'refuted' and phase in ('seen', 'confirming', 'credited', 'settled')
    and (${comparedOf('refuted')}) = (${comparedOf('deposit')})
    and not exists (
      select from deposit_proofs proof
      where proof.deposit_id = deposit.id and proof.id > refuted.id and proof.kind in ('credit', 'settlement')
        and (${comparedOf('proof')}) = (${comparedOf('deposit')})
    )`;

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
  shortfallNotOfUser,
  depositNotOnChain,
];
