/** The ledger rule that shares the tokens of an offering a second time, from the requests of its subscriptions. */
import { JOURNALS } from '../../ledger/chart.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { Rule } from '../../ledger/verify-rule.types.ts';

/**
 * Each subscription has its share: pro rata with a cap, and the steps that the divisions leave by the largest
 * remainders. The rule does not use the allocation of the server, because a fault in it must not hide itself.
 *
 * It reads all subscriptions of an offering, once: in the pass that finds the settlement of the first settled one. The
 * published lists fix requests and results from then on.
 */
const ieoShareOtherwise: Rule = ({ movements }) => `
  with offering as materialized (
    select offering.id as offering_id, offered, cap
    from ieo_offerings offering
    cross join lateral (
      select id from ieo_subscriptions
      where offering_id = offering.id and phase = 'settled' order by id limit 1
    ) first
    where exists (
      select from ${movements} movement
      where journal = ${JOURNALS.general} and recipe = 'ieo.settled' and cause_id = first.id::text)
  ), own as materialized (
    select id, offering_id, steps, allocated, offered, cap
    from offering join ieo_subscriptions using (offering_id)
    where phase in ('committed', 'settled', 'refunded')
  ), request as (
    -- Subscriptions that ask for the same. Numeric, because no size of a row may break the rule.
    select offering_id, steps, least(steps, cap)::numeric as bound, count(*)::numeric as times, offered
    from own group by offering_id, steps, cap, offered
  ), sharing as (
    -- What is left for a request after all larger ones have their bounds, and what it and all smaller ones ask for.
    select *, offered - coalesce(sum(bound * times) over larger, 0) as rest,
      sum(steps * times) over (partition by offering_id order by steps) as asked
    from request
    window larger as (
      partition by offering_id order by steps desc rows between unbounded preceding and 1 preceding)
  ), cut as (
    -- The largest request whose part stays below its bound: it and all smaller ones share the rest.
    select distinct on (offering_id) offering_id, steps as most, rest, asked
    from sharing where rest * steps < bound * asked
    order by offering_id, steps desc
  ), share as (
    -- Each remainder has its place here, because there are fewer requests than subscriptions, and they sort by numbers.
    select offering_id, request.steps, is_cut, (case when is_cut then part else bound end)::bigint as whole,
      dense_rank() over (partition by offering_id order by remainder desc) as place,
      (rest - sum(times * part) filter (where is_cut) over (partition by offering_id))::bigint as unshared
    from request
    left join cut using (offering_id)
    cross join lateral (
      select coalesce(request.steps <= most, false) as is_cut, div(rest * request.steps, asked) as part,
        mod(rest * request.steps, asked) as remainder
    ) divided
  ), compared as (
    select offering_id, id as subscription_id, steps, allocated, whole + (is_cut and row_number() over (
      partition by offering_id, is_cut order by place, id) <= unshared)::integer as expected
    from own join share using (offering_id, steps)
  )
  select 'ieo_share_otherwise' as fault, compared.*
  from compared where allocated is distinct from expected`;

export const IEO_SHARE_RULE: Rule = ofRecipes(['ieo.settled'], ieoShareOtherwise);
