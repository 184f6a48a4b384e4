/** Ledger rules on withdrawals: held once, then exactly one of released and sent, by phase. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const SPOT = ACCOUNT_TYPES.spot;
const { custody, fees } = HOUSE_ACCOUNTS;
/** Number of the withdrawal in `<withdrawal>:<terms>` of a hold; other movements have the number alone. */
export const WITHDRAWAL_ID = numberIn("split_part(cause_id, ':', 1)");
const ENDED = "('success', 'rejected', 'cancelled', 'refused')";

/**
 * Frozen by withdrawals, as their rows say: of those under way, and of ended ones whose last
 * movement the spot writer has not booked yet.
 */
export const HELD_WITHDRAWALS = `
  select user_id as owner_id, currency_id, amount from withdrawals
  where phase not in ${ENDED} and phase <> 'requested'
  union all
  select user_id, currency_id, amount from withdrawals
  join spot_postings hold on hold.id = hold_posting_id
  where phase not in ${ENDED} and phase = 'requested' and hold.number is not null
  union all
  select user_id, currency_id, amount from spot_postings posting
  join withdrawals withdrawal on withdrawal.id = ${numberIn('posting.cause_id')}
  where posting.number is null and posting.refused_at_ms is null
    and recipe in ('withdrawal.released', 'withdrawal.sent')`;

/** Each movement of a withdrawal changes the accounts by the amount and the fee of its row. */
const withdrawalBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'withdrawal_booked_otherwise',
    `select journal, number, recipe, user_id, currency_id, amount, fee
     from ${scope.movements} claimed
     join withdrawals on withdrawals.id = ${WITHDRAWAL_ID}
     where recipe in ('withdrawal.held', 'withdrawal.released', 'withdrawal.sent')`,
    `select journal, number, currency_id, change.* from movement
     cross join lateral (values
       (user_id, ${SPOT}, case recipe when 'withdrawal.held' then -amount
          when 'withdrawal.released' then amount else 0 end,
        case recipe when 'withdrawal.held' then amount else -amount end),
       (${OWNERS.house}, ${custody}, case recipe when 'withdrawal.sent' then amount - fee else 0 end, 0),
       (${OWNERS.house}, ${fees}, case recipe when 'withdrawal.sent' then fee else 0 end, 0)
     ) as change`,
    scope,
  );

/**
 * The postings of a withdrawal fit its phase, and the amount equals the held one. A refused posting
 * that should have ended the hold leaves it frozen without a purpose.
 */
export const withdrawalPhaseNotBooked: RecordRule = (ids) => `
  select 'withdrawal_phase_not_booked' as fault, withdrawal_id, phase, amount, held_amount,
    held, held_booked, released, sent
  from (
    select withdrawal.id as withdrawal_id, phase, amount, hold_posting_id, posted.*
    from withdrawals withdrawal
    cross join lateral (
      select
        count(*) filter (where recipe = 'withdrawal.held' and refused_at_ms is null) as held,
        count(*) filter (where recipe = 'withdrawal.held' and number is not null) as held_booked,
        count(*) filter (where recipe = 'withdrawal.released' and refused_at_ms is null) as released,
        count(*) filter (where recipe = 'withdrawal.sent' and refused_at_ms is null) as sent,
        max(posting.id) filter (where recipe = 'withdrawal.held') as held_by,
        max((entries -> 0 ->> 'frozen')::numeric) filter (where recipe = 'withdrawal.held') as held_amount
      from (
        select * from spot_postings
        where recipe = 'withdrawal.held' and split_part(cause_id, ':', 1) = withdrawal.id::text
        union all
        select posting.* from (values ('withdrawal.released'), ('withdrawal.sent')) wanted (recipe)
        join spot_postings posting using (recipe)
        where posting.cause_id = withdrawal.id::text
      ) posting
    ) posted
    where withdrawal.id in ${ids}
  ) compared
  where amount is distinct from held_amount or hold_posting_id is distinct from held_by
    or case
      when phase = 'requested' then released + sent > 0
      when phase = 'refused' then held + released + sent > 0
      when phase = 'success' then (held_booked, released, sent) <> (1, 0, 1)
      when phase in ('rejected', 'cancelled') then (held_booked, released, sent) <> (1, 1, 0)
      else (held_booked, released, sent) <> (1, 0, 0)
    end`;

/** The text of the terms and its digest, as `termsDigest` has them. */
const TERMS_DIGEST = `rtrim(translate(encode(sha256(convert_to(
    json_build_array(user_id, currency_id, chain, address, amount::text, fee::text)::text, 'UTF8'
  )), 'base64'), '+/', '-_'), '=')`;

/** The row still has the terms that its amount was held for. A hold from before holds had terms is left out. */
export const withdrawalHeldForOtherTerms: RecordRule = (ids) => `
  select 'withdrawal_held_for_other_terms' as fault, withdrawal.id as withdrawal_id, phase
  from withdrawals withdrawal
  join spot_postings posting on recipe = 'withdrawal.held'
    and split_part(posting.cause_id, ':', 1) = withdrawal.id::text
  where withdrawal.id in ${ids} and posting.cause_id like '%:%'
    and posting.cause_id <> withdrawal.id || ':' || ${TERMS_DIGEST}`;

export const WITHDRAWAL_RULES: readonly Rule[] = [
  ofRecipes(
    ['withdrawal.held', 'withdrawal.released', 'withdrawal.sent'],
    withdrawalBookedOtherwise,
  ),
];
