/**
 * Ledger rules on token subscriptions: payments are held and settled once, the allocation conserves every step, and
 * the published lists agree with the rows.
 */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const { spot, financial } = ACCOUNT_TYPES;
const { custody, ieoTokens, ieoProceeds } = HOUSE_ACCOUNTS;
const { house } = OWNERS;

const SUBSCRIPTION_RECIPES = ['ieo.settled', 'ieo.refunded', 'ieo.into_spot'];
const OFFERING_RECIPES = ['ieo.promised', 'ieo.unpromised'];
const inSql = (recipes: readonly string[]) => recipes.map((recipe) => `'${recipe}'`).join(', ');
/** Recipes whose cause is the number of a subscription or an offering, as SQL. */
export const OF_SUBSCRIPTION = inSql(SUBSCRIPTION_RECIPES);
export const OF_OFFERING = inSql(OFFERING_RECIPES);

/** A settlement or refund changes the accounts by the steps of its subscription. */
const ieoBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'ieo_booked_otherwise',
    `select journal, number, recipe, user_id, paid, pay_currency_id as pay, token_currency_id as token,
       steps_given * step_price as cost, steps_given * step_size as tokens
     from ${scope.movements} claimed
     join (
       select *, case phase when 'settled' then allocated else 0 end as steps_given
       from ieo_subscriptions
     ) own on own.id = ${numberIn('cause_id')}
     join ieo_offerings offering on offering.id = offering_id
     where recipe in (${OF_SUBSCRIPTION})`,
    `select journal, number, change.currency_id, change.owner_id, change.account_type, change.available, change.frozen
     from movement
     cross join lateral (values
       ('ieo.settled', user_id, ${financial}, pay, 0, -paid),
       ('ieo.settled', ${house}, ${ieoProceeds}, pay, cost, 0),
       ('ieo.settled', user_id, ${TRANSIT_ACCOUNT}, pay, paid - cost, 0),
       ('ieo.settled', ${house}, ${ieoTokens}, token, 0, -tokens),
       ('ieo.settled', user_id, ${TRANSIT_ACCOUNT}, token, tokens, 0),
       ('ieo.refunded', user_id, ${financial}, pay, 0, -paid),
       ('ieo.refunded', user_id, ${TRANSIT_ACCOUNT}, pay, paid, 0),
       ('ieo.into_spot', user_id, ${spot}, pay, paid - cost, 0),
       ('ieo.into_spot', user_id, ${TRANSIT_ACCOUNT}, pay, cost - paid, 0),
       ('ieo.into_spot', user_id, ${spot}, token, tokens, 0),
       ('ieo.into_spot', user_id, ${TRANSIT_ACCOUNT}, token, -tokens, 0)
     ) as change (recipe, owner_id, account_type, currency_id, available, frozen)
     where change.recipe = movement.recipe`,
    scope,
  );

/** A payment holds the price of its steps. */
const ieoPaymentOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'ieo_payment_booked_otherwise',
    `select journal, number, user_id, pay_currency_id as pay,
       (steps_after - steps_before) * step_price as amount
     from ${scope.movements} claimed
     join ieo_payments payment on payment.id = ${numberIn('cause_id')}
     join ieo_offerings offering on offering.id = offering_id
     where recipe = 'ieo.payment_held'`,
    `select journal, number, pay, change.* from movement
     cross join lateral (values (user_id, ${spot}, -amount, 0), (user_id, ${financial}, 0, amount)) as change`,
    scope,
  );

/** The tokens of an offering are set aside, and tokens that no user gets are freed. */
const ieoTokensOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'ieo_tokens_booked_otherwise',
    `select journal, number, recipe, token_currency_id as token, offered * step_size as promised,
       (offered - case phase when 'ended' then allocated else 0 end) * step_size as free
     from ${scope.movements} claimed
     join ieo_offerings offering on offering.id = ${numberIn('cause_id')}
     where recipe in (${OF_OFFERING})`,
    `select journal, number, token, ${house}, ${ieoTokens}, change.available, change.frozen
     from movement
     cross join lateral (values
       ('ieo.promised', -promised, promised), ('ieo.unpromised', free, -free)
     ) as change (recipe, available, frozen)
     where change.recipe = movement.recipe`,
    scope,
  );

const ieoFundedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'ieo_funded_otherwise',
    `select journal, number, currency_id, amount
     from ${scope.movements} claimed
     join ieo_fundings funding on funding.id = ${numberIn('cause_id')}
     where recipe = 'ieo.funded'`,
    `select journal, number, currency_id, ${house}, change.*, 0 from movement
     cross join lateral (values (${custody}, -amount), (${ieoTokens}, amount)) as change`,
    scope,
  );

/**
 * Each record is booked once. The number of the general journal lets PostgreSQL use the index of causes. Movements of the
 * spot journal belong to postings, and each posting names one.
 */
const ieoBookedTwice: Rule = ({ movements }) => `
  select 'ieo_booked_twice' as fault, recipe, cause_id
  from ${movements} movement
  where recipe like 'ieo.%' and (
    select count(*) from ledger_movements other
    where other.journal = ${JOURNALS.general} and other.recipe = movement.recipe
      and other.cause_id = movement.cause_id
  ) > (movement.journal = ${JOURNALS.general})::integer`;

const timesOf = (recipe: string, record: string): string => `(
    select count(*) from ledger_movements
    where journal = ${JOURNALS.general} and recipe = '${recipe}' and cause_id = ${record}.id::text)`;

/** The payments of a subscription are its steps, and its movements fit its phase. */
export const ieoSubscriptionNotBooked: RecordRule = (ids) => `
  select 'ieo_subscription_not_booked' as fault, subscription_id, phase, settled, refunded, held_steps, held_amount
  from (
    select own.id as subscription_id, own.phase, own.steps, own.paid, own.allocated,
      offering.step_price, offering.phase as of_offering, held.steps as held_steps, held.amount as held_amount,
      held.are_booked,
      ${timesOf('ieo.settled', 'own')} as settled,
      ${timesOf('ieo.refunded', 'own')} as refunded
    from ieo_subscriptions own
    join ieo_offerings offering on offering.id = offering_id
    cross join lateral (
      select coalesce(sum(steps_after - steps_before), 0) as steps, coalesce(sum(amount), 0) as amount,
        coalesce(bool_and(posting.number is not null and posting.recipe = 'ieo.payment_held'
          and posting.cause_id = payment.id::text), true) as are_booked
      from ieo_payments payment
      left join spot_postings posting on posting.id = posting_id
      where subscription_id = own.id and payment.phase = 'held'
    ) held
    where own.id in ${ids}
  ) compared
  where (steps, paid) <> (held_steps, held_amount) or paid <> steps * step_price or not are_booked
    or case phase
      when 'settled' then (settled, refunded) <> (1, 0) or allocated is null
        or of_offering not in ('distributing', 'ended')
      when 'refunded' then (settled, refunded) <> (0, 1) or of_offering <> 'cancelled'
      when 'committed' then (settled, refunded) <> (0, 0) or of_offering = 'ended'
      else (settled, refunded, steps) <> (0, 0, 0)
    end`;

/** A published offering has its tokens set aside once, and freed once when it ends with some left or is canceled. */
export const ieoOfferingNotBooked: RecordRule = (ids) => `
  select 'ieo_offering_not_booked' as fault, offering_id, phase, promised, freed
  from (
    select offering.id as offering_id, phase, offered, allocated,
      ${timesOf('ieo.promised', 'offering')} as promised,
      ${timesOf('ieo.unpromised', 'offering')} as freed
    from ieo_offerings offering where id in ${ids}
  ) compared
  where promised <> case when phase in ('draft', 'discarded') then 0 else 1 end
    or freed <> case when phase = 'cancelled' or (phase = 'ended' and allocated < offered) then 1 else 0 end`;

/** The figures that all users see agree with the subscriptions. */
export const ieoSubscribedDiffers: RecordRule = (ids) => `
  select 'ieo_subscribed_differs' as fault, offering.id as offering_id, subscribed, subscribers, own.steps, own.count
  from ieo_offerings offering
  cross join lateral (
    select coalesce(sum(steps), 0) as steps, count(*) as count from ieo_subscriptions
    where offering_id = offering.id and phase in ('committed', 'settled', 'refunded')
  ) own
  where offering.id in ${ids} and (subscribed, subscribers) <> (own.steps, own.count)`;

/** All steps that the bounds allow are allocated, no more, and none above a bound. */
export const ieoAllocationOtherwise: RecordRule = (ids) => `
  select 'ieo_allocation_otherwise' as fault, offering.id as offering_id, offering.allocated, own.allocated as of_rows,
    least(offered, own.bounds) as expected
  from ieo_offerings offering
  cross join lateral (
    select coalesce(sum(allocated), 0) as allocated, coalesce(sum(least(steps, cap)), 0) as bounds,
      coalesce(bool_and(allocated is not null and allocated <= least(steps, cap)), true) as are_within,
      count(allocated) as times
    from ieo_subscriptions
    where offering_id = offering.id and phase in ('committed', 'settled', 'refunded')
  ) own
  where offering.id in ${ids} and case
    when phase in ('distributing', 'ended') then not are_within
      or (offering.allocated, own.allocated) is distinct from (least(offered, own.bounds), least(offered, own.bounds))
    else times > 0 or offering.allocated is not null
  end`;

/** SHA-256 of a list: its head, then a line for each subscription. Written again, so that no code has both sides. */
const digestOf = (list: 'inputs' | 'outputs', figure: string): string => `
    encode(sha256(convert_to('meridian-allocation-${list}/1 ' || offering.id || ' ' || offered || ' ' || cap
      || coalesce(string_agg(E'\\n' || entry || ' ' || ${figure}, '' order by own.id), ''), 'UTF8')), 'hex')`;

/** The published lists agree with the rows; the inputs before the outputs, and the outputs with the allocation. */
export const ieoListDiffers: RecordRule = (ids) => `
  select 'ieo_list_differs' as fault, offering.id as offering_id, offering.phase,
    inputs.sha256 as inputs, outputs.sha256 as outputs
  from ieo_offerings offering
  left join ieo_publications inputs on inputs.offering_id = offering.id and inputs.list = 'inputs'
  left join ieo_publications outputs on outputs.offering_id = offering.id and outputs.list = 'outputs'
  -- Both lists are made of one read of the subscriptions. The first condition is checked once before it, so that an
  -- offering without a published list reads none.
  left join lateral (
    select ${digestOf('inputs', 'steps')} as inputs, ${digestOf('outputs', 'own.allocated')} as outputs
    from ieo_subscriptions own
    where coalesce(inputs.sha256, outputs.sha256) is not null and offering_id = offering.id
      and own.phase in ('committed', 'settled', 'refunded')
  ) lists on true
  where offering.id in ${ids} and (
    (offering.phase in ('distributing', 'ended')) <> (outputs.sha256 is not null)
    or (inputs.sha256 is null and outputs.sha256 is not null)
    or inputs.sha256 <> lists.inputs
    or outputs.sha256 <> lists.outputs)`;

/** An offering and its lists, and how many subscriptions it has, with a sum that follows every change of one. */
export const offeringDigest = (ids: string): string => `
  select offering.id, concat_ws(' ', offering.xmin, (
    select string_agg(concat(list, ' ', sha256), ' ' order by list) from ieo_publications
    where offering_id = offering.id
  ), own.count, own.sum) as digest
  from ieo_offerings offering
  cross join lateral (
    select count(*) as count, sum(hashint8extended(id, xmin::text::bigint)) as sum
    from ieo_subscriptions where offering_id = offering.id
  ) own
  where offering.id in ${ids}`;

export const IEO_RULES: readonly Rule[] = [
  ofRecipes(SUBSCRIPTION_RECIPES, ieoBookedOtherwise),
  ofRecipes(['ieo.payment_held'], ieoPaymentOtherwise),
  ofRecipes(OFFERING_RECIPES, ieoTokensOtherwise),
  ofRecipes(['ieo.funded'], ieoFundedOtherwise),
  ofRecipes(['ieo.'], ieoBookedTwice),
];
