/** Ledger rules on fiat trading: the reasons of frozen amounts in fiat accounts, and the payees of orders. */
import { numberIn } from './verify-causes.repo.ts';
import type { Rule } from './verify-rule.types.ts';

const ORDER_RECIPES = "('fiat.order_held', 'fiat.order_released', 'fiat.order_returned')";

/**
 * Frozen amounts must equal the rests of the merchant's live sell ads, the open orders' coins of
 * their sellers, and the deposits of open shops.
 */
const fiatFrozenNotHeld: Rule = () => `
  select 'fiat_frozen_not_held' as fault, owner_id, currency_id, account.frozen, held.amount as held
  from (
    select owner_id, currency_id, frozen from ledger_accounts where account_type = 3
  ) account
  full join (
    select owner_id, currency_id, sum(amount) as amount
    from (
      select user_id as owner_id, currency_id, remaining as amount from fiat_ads
      where side = 'sell' and state in ('opening', 'suspended')
      union all
      select seller_id, currency_id, quantity from fiat_orders where "end" is null
      union all
      select user_id, deposit_currency_id, deposit from shops where is_open
    ) each
    group by owner_id, currency_id
  ) held using (owner_id, currency_id)
  where coalesce(account.frozen, 0) <> coalesce(held.amount, 0)`;

/**
 * An order books its quantity, between its own two users; it is released only when completed, and
 * returned only when canceled.
 */
const fiatOrderBookedOtherwise: Rule = ({ entries }) => `
  with movement as (
    select number, recipe, cause_id from ledger_movements
    join (select distinct number from ${entries} entry where journal = 1) claimed using (number)
    where journal = 1 and recipe in ${ORDER_RECIPES}
  )
  select 'fiat_order_booked_otherwise' as fault, number, owner_id, account_type, currency_id,
    wanted.available, booked.available_delta, wanted.frozen, booked.frozen_delta
  from (
    select number, currency_id, 3 as account_type, change.* from movement
    join fiat_orders trade on trade.id = ${numberIn('cause_id')} and case recipe
      when 'fiat.order_released' then state = 'completed'
      when 'fiat.order_returned' then state = 'cancelled'
      else true end
    cross join lateral (values
      (seller_id, case recipe when 'fiat.order_returned' then quantity when 'fiat.order_held' then -quantity else 0 end,
        case recipe when 'fiat.order_held' then quantity else -quantity end),
      (case recipe when 'fiat.order_released' then buyer_id end, quantity, 0)
    ) as change (owner_id, available, frozen)
    where change.owner_id is not null
  ) wanted
  full join (
    select number, owner_id, account_type, currency_id, available_delta, frozen_delta
    from ${entries} entry join movement using (number)
    where journal = 1
  ) booked using (number, owner_id, account_type, currency_id)
  where (wanted.available, wanted.frozen) is distinct from (booked.available_delta, booked.frozen_delta)`;

/**
 * A completed order has released its coins once, and no other order has. The frozen coins of a
 * taker of a buy ad came back once. Only in a full pass: between two full passes, the rule on
 * frozen amounts covers it.
 */
const fiatOrderPayees: Rule = ({ lastSpot, lastGeneral }) => `
  select 'fiat_order_payees' as fault, trade.id as order_id, trade.state,
    coalesce(released, 0) as released, coalesce(returned, 0) as returned
  from fiat_orders trade
  left join (
    select ${numberIn('cause_id')} as order_id,
      count(*) filter (where recipe = 'fiat.order_released') as released,
      count(*) filter (where recipe = 'fiat.order_returned') as returned
    from ledger_movements where journal = 1 and recipe in ${ORDER_RECIPES}
    group by cause_id
  ) booked on order_id = trade.id
  left join fiat_ads ad on ad.id = ad_id
  where ${lastSpot + lastGeneral} = 0 and (
    coalesce(released, 0) <> (trade.state = 'completed')::integer
    or coalesce(returned, 0) > (trade.state = 'cancelled')::integer
    or (side = 'buy' and coalesce(returned, 0) <> (trade.state = 'cancelled')::integer))`;

/** An ad's counts must equal the held and sold coins of its orders. Only in a full pass. */
const adNotSumOfOrders: Rule = ({ lastSpot, lastGeneral }) => `
  select 'fiat_ad_not_sum_of_orders' as fault, ad.id as ad_id,
    in_orders, coalesce(held, 0) as held_by_orders, sold, coalesce(completed, 0) as sold_by_orders
  from fiat_ads ad
  left join (
    select ad_id, sum(quantity) filter (where "end" is null) as held,
      sum(quantity) filter (where state = 'completed') as completed
    from fiat_orders group by ad_id
  ) orders on ad_id = ad.id
  where ${lastSpot + lastGeneral} = 0
    and (in_orders <> coalesce(held, 0) or sold <> coalesce(completed, 0))`;

export const FIAT_RULES: readonly Rule[] = [
  fiatFrozenNotHeld,
  fiatOrderBookedOtherwise,
  fiatOrderPayees,
  adNotSumOfOrders,
];
