/** Ledger rules on fiat trading: the reasons of frozen amounts in fiat accounts, and who is paid. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const FIAT = ACCOUNT_TYPES.fiat;

const ORDER_RECIPES = ['fiat.order_held', 'fiat.order_released', 'fiat.order_returned'];

/**
 * Frozen in fiat accounts: the rests of the merchant's live sell ads, the open orders' coins of
 * their sellers, and the deposits of open shops.
 */
export const HELD_IN_FIAT = `
  select user_id as owner_id, currency_id, remaining as amount from fiat_ads
  where side = 'sell' and state in ('opening', 'suspended')
  union all
  select seller_id, currency_id, quantity from fiat_orders where "end" is null
  union all
  select user_id, deposit_currency_id, deposit from shops where is_open`;

/**
 * An order books its quantity, between its own two users; it is released only when completed, and
 * returned only when canceled.
 */
const fiatOrderBookedOtherwise: Rule = ({ entries }) => `
  with movement as (
    select number, recipe, cause_id from ledger_movements
    join (select distinct number from ${entries} entry where journal = 1) claimed using (number)
    where journal = 1 and recipe in (${ORDER_RECIPES.map((recipe) => `'${recipe}'`).join(', ')})
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

/** The number of movements of a recipe with this cause. */
const timesOf = (recipe: string, cause: string): string => `(
    select count(*) from ledger_movements
    where journal = 1 and recipe = '${recipe}' and cause_id = ${cause})`;

/**
 * A completed order has released its coins once, and no other order has. The frozen coins of a
 * taker of a buy ad came back once.
 */
export const fiatOrderPayees: RecordRule = (ids) => `
  select 'fiat_order_payees' as fault, order_id, state, released, returned
  from (
    select trade.id as order_id, trade.state, side,
      ${timesOf('fiat.order_released', 'trade.id::text')} as released,
      ${timesOf('fiat.order_returned', 'trade.id::text')} as returned
    from fiat_orders trade left join fiat_ads ad on ad.id = ad_id
    where trade.id in ${ids}
  ) compared
  where released <> (state = 'completed')::integer
    or returned > (state = 'cancelled')::integer
    or (side = 'buy' and returned <> (state = 'cancelled')::integer)`;

/** An ad's counts must equal the held and sold coins of its orders. */
export const adNotSumOfOrders: RecordRule = (ids) => `
  select 'fiat_ad_not_sum_of_orders' as fault, ad.id as ad_id,
    in_orders, coalesce(held, 0) as held_by_orders, sold, coalesce(completed, 0) as sold_by_orders
  from fiat_ads ad
  left join (
    select ad_id, sum(quantity) filter (where "end" is null) as held,
      sum(quantity) filter (where state = 'completed') as completed
    from fiat_orders where ad_id in ${ids} group by ad_id
  ) orders on ad_id = ad.id
  where ad.id in ${ids}
    and (in_orders <> coalesce(held, 0) or sold <> coalesce(completed, 0))`;

/**
 * Sum of the frozen changes of movements of a recipe with this cause, in the currency of the ad. Each
 * entry is found by its whole key: with `offset 0`, no plan reads all entries of the user, under any
 * table statistics.
 */
const frozenBy = (recipe: string, cause: string): string => `
    select coalesce(sum(frozen_delta), 0) as amount from ledger_movements movement
    cross join lateral (
      select frozen_delta from ledger_entries
      where owner_id = ad.user_id and account_type = ${FIAT} and currency_id = ad.currency_id
        and journal = movement.journal and number = movement.number
      offset 0
    ) entry
    where movement.journal = 1 and movement.recipe = '${recipe}' and movement.cause_id = ${cause}`;

/**
 * The frozen amount of a sell ad, less the releases by its end and its orders, equals its remaining offer plus its open orders. A buy ad freezes nothing.
 */
export const adBookedOtherwise: RecordRule = (ids) => `
  select 'fiat_ad_booked_otherwise' as fault, ad_id, state, frozen, wanted, times_posted
  from (
    select ad.id as ad_id, ad.state, ad.side,
      posted.amount + resized.amount + ended.amount + of_orders.amount as frozen,
      case when ad.side = 'buy' then 0 when ad.state in ('opening', 'suspended')
        then ad.remaining + ad.in_orders else ad.in_orders end as wanted,
      ${timesOf('fiat.ad_posted', 'ad.id::text')} as times_posted
    from fiat_ads ad
    cross join lateral (${frozenBy('fiat.ad_posted', 'ad.id::text')}) posted
    cross join lateral (${frozenBy('fiat.ad_resized', 'ad.id::text')}) resized
    cross join lateral (${frozenBy('fiat.ad_ended', 'ad.id::text')}) ended
    cross join lateral (
      select coalesce(sum(released.amount + returned.amount), 0) as amount
      from fiat_orders trade
      cross join lateral (${frozenBy('fiat.order_released', 'trade.id::text')}) released
      cross join lateral (${frozenBy('fiat.order_returned', 'trade.id::text')}) returned
      where trade.ad_id = ad.id and ad.side = 'sell'
    ) of_orders
    where ad.id in ${ids}
  ) compared
  where frozen <> wanted or times_posted <> (side = 'sell')::integer`;

/** Each opening of a shop froze the deposit once, and each but the present one gave it back. */
export const shopBookedOtherwise: RecordRule = (ids) => `
  select 'shop_booked_otherwise' as fault, shop_id, opening, opened, closed, is_open
  from (
    select shop.id as shop_id, opening, opening = openings and is_open as is_open,
      ${timesOf('shop.opened', "shop.id || '/' || opening")} as opened,
      ${timesOf('shop.closed', "shop.id || '/' || opening")} as closed
    from shops shop cross join lateral generate_series(1, openings) opening
    where shop.id in ${ids}
  ) compared
  where opened <> 1 or closed <> (not is_open)::integer`;

/** The deposit that comes back is the one that was frozen, and an opening is one that was counted. */
const shopDepositBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'shop_deposit_booked_otherwise',
    `select journal, number, recipe, user_id, coalesce(opened.currency_id, deposit_currency_id) as currency_id,
       case when opening > openings then 0 when recipe = 'shop.closed' then opened.frozen_delta
         when opening = openings then deposit else opened.frozen_delta end as amount
     from (
       select journal, number, recipe, cause_id,
         ${numberIn("split_part(cause_id, '/', 1)")} as shop_id,
         ${numberIn("split_part(cause_id, '/', 2)")} as opening
       from ${scope.movements} claimed where recipe in ('shop.opened', 'shop.closed')
     ) claimed
     join shops shop on shop.id = shop_id
     left join lateral (
       select entry.currency_id, frozen_delta from ledger_movements movement
       join ledger_entries entry on entry.owner_id = shop.user_id and entry.account_type = ${FIAT}
         and entry.journal = movement.journal and entry.number = movement.number
       where movement.journal = 1 and movement.recipe = 'shop.opened' and movement.cause_id = claimed.cause_id
       limit 1
     ) opened on true`,
    `select journal, number, currency_id, user_id, ${FIAT},
       case recipe when 'shop.opened' then -amount else amount end,
       case recipe when 'shop.opened' then amount else -amount end
     from movement`,
    scope,
  );

export const FIAT_RULES: readonly Rule[] = [
  ofRecipes(ORDER_RECIPES, fiatOrderBookedOtherwise),
  ofRecipes(['shop.opened', 'shop.closed'], shopDepositBookedOtherwise),
];
