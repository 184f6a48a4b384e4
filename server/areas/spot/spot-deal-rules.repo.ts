/** Ledger rules on trades: each belongs to its two orders, was booked once, and as the orders say. */
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { bookedOtherwise, unlessAllWanted } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn, ofIds } from '../../ledger/verify-causes.repo.ts';
import { IS_HOUSE_DEAL, sidesOf, UNITS_OF_MARKETS } from '../../ledger/verify-house-rules.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule, Scope } from '../../ledger/verify-rule.types.ts';
import { isDealId, isSpotNumber } from '../../ledger/verify-scope.repo.ts';

const areAllDeals = ({ lastDeal, upTo }: Scope): boolean => lastDeal === 0n && upTo === undefined;

/**
 * The join of trades and of orders that were found by the trades' own numbers, so that none of either side is alone. A
 * full join is never a loop over both, even if the planner expects few rows.
 */
const joinOf = (scope: Scope): 'left' | 'full' => (areAllDeals(scope) ? 'left' : 'full');

type Role = 'taker' | 'maker';

/** Both sides of the trades, as fills of their orders. @param condition on the trades of a side, or nothing. */
const fillsWhere = (condition: (role: Role) => string): string => {
  const side = (role: Role): string => `
    select ${role}_order_id as order_id, quantity_lots, price_ticks::numeric * quantity_lots as tick_lots,
      ${role}_fee as fee
    from spot_deals ${condition(role)}`;
  return `(${side('taker')} union all ${side('maker')})`;
};

/** Condition on one side of the trades: it belongs to one of these orders of users, which indexes find. */
const isOfUsersOrder =
  (ids: string) =>
  (role: Role): string =>
    `where ${role}_owner_id > 0 and ${role}_order_id = any(array(${ids}))`;

/**
 * Finds orders whose sums differ from the sums of their fills. A market's amounts are ticks × lots × 10^(quote scale − price
 * scale − quantity scale) units.
 */
const ordersUnlike = (
  fills: string,
  orders: { readonly relation: string; readonly join: 'left' | 'full' },
): string => `
  select 'order_not_sum_of_deals' as fault, order_id,
    executed_lots, lots_of_deals, executed_amount, amount_of_deals, fee, fee_of_deals
  from (
    select judged.id as order_id, executed_lots, executed_amount, fee,
      coalesce(lots, 0) as lots_of_deals, coalesce(fill_fee, 0) as fee_of_deals,
      coalesce(tick_lots, 0) * tick_lot_units as amount_of_deals
    from ${orders.relation} judged
    ${orders.join} join (
      select order_id, sum(quantity_lots) as lots, sum(tick_lots) as tick_lots, sum(fee) as fill_fee
      from ${fills} fill group by order_id
    ) fills on order_id = judged.id
    left join (${UNITS_OF_MARKETS}) market on market.id = market_id
  ) compared
  where executed_lots <> lots_of_deals or fee <> fee_of_deals
    or executed_amount is distinct from amount_of_deals`;

/** The sums of an order of a user equal the sums of its trades, which may be far apart. */
export const orderNotSumOfDeals: RecordRule = (ids) => `
  with judged_orders as materialized (
    select id, market_id, executed_lots, executed_amount, fee from spot_orders where owner_id > 0 and id in ${ids}
  )
  ${ordersUnlike(fillsWhere(isOfUsersOrder('select id from judged_orders')), {
    relation: 'judged_orders',
    join: 'left',
  })}`;

const CONCERNED = 'select order_id from concerned';

/** The same for the users' orders that new trades belong to. */
const orderNotSumOfNewDeals: Rule = (scope) =>
  areAllDeals(scope)
    ? ordersUnlike(
        fillsWhere(() => ''),
        { relation: 'spot_orders', join: 'left' },
      )
    : `
  with concerned as materialized (
    select taker_order_id as order_id from spot_deals where ${isDealId(scope)} and taker_owner_id > 0
    union select maker_order_id from spot_deals where ${isDealId(scope)} and maker_owner_id > 0
  )
  ${ordersUnlike(fillsWhere(isOfUsersOrder(CONCERNED)), {
    relation: ofIds('spot_orders', CONCERNED),
    join: 'full',
  })}`;

/** The orders of one side of the trades of `deal`. */
const ordersOf = (scope: Scope, role: Role): string =>
  areAllDeals(scope) ? 'spot_orders' : ofIds('spot_orders', `select ${role}_order_id from deal`);
/** The number of the order, if its trade may have it. */
const foundOf = (role: Role, comparison: '=' | '<>'): string => `
  case when ${role}.owner_id = ${role}_owner_id and ${role}.market_id = deal.market_id
    and ${role}.side ${comparison} taker_side then ${role}.id end as ${role}_found`;

// Orders of the exchange that only traded with other orders of the exchange are not kept.
const dealWithoutOrder: Rule = (scope) => `
  with deal as ${areAllDeals(scope) ? 'not' : ''} materialized (
    select id, market_id, taker_side, taker_order_id, maker_order_id, taker_owner_id, maker_owner_id
    from spot_deals where ${isDealId(scope)} and not ${IS_HOUSE_DEAL}
  )
  select * from (
    select 'deal_without_order' as fault, deal.id as deal_id, taker_order_id, ${foundOf('taker', '=')},
      maker_order_id, ${foundOf('maker', '<>')}
    from deal
    ${joinOf(scope)} join ${ordersOf(scope, 'taker')} taker on taker.id = taker_order_id
    ${joinOf(scope)} join ${ordersOf(scope, 'maker')} maker on maker.id = maker_order_id
  ) compared
  where taker_found is null or maker_found is null`;

// The exchange's trades with itself are booked in sums: `houseNotPosted`.
const dealNotBooked: Rule = (scope) => `
  select 'deal_not_booked' as fault, deal.id as deal_id, booked.cause_id, booked.number
  from (
    select id, ${IS_HOUSE_DEAL} as is_of_house from spot_deals where ${isDealId(scope)}
  ) deal
  full join (
    select number, cause_id from ledger_movements
    where journal = 2 and ${isSpotNumber(scope)} and recipe = 'spot.deal'
  ) booked on booked.cause_id = deal.id::text
  where deal.id is null or (booked.number is null and not is_of_house)`;

/**
 * If there are no more bookings than trades that need one, and none lacks its counterpart, then no
 * trade was booked twice.
 */
const dealBookedTwice: Rule = (scope) => {
  const booked = `from ledger_movements
    where journal = 2 and ${isSpotNumber(scope)} and recipe = 'spot.deal'`;
  return `
  select 'deal_booked_twice' as fault, cause_id, count(*) as times, max(number) as last_number
  ${booked} and (select count(*) ${booked}) > (
    select count(*) from spot_deals where ${isDealId(scope)} and not ${IS_HOUSE_DEAL})
  group by cause_id having count(*) > 1`;
};

/** Whether its trade wants this entry. */
const IS_WANTED = `case account_type
    when 1 then case
      when currency_id = quote_currency_id and owner_id = buyer_id
        then frozen_delta = taken_quote and available_delta = given_back
      when currency_id = base_currency_id and owner_id = buyer_id
        then frozen_delta = 0 and available_delta = bought
      when currency_id = base_currency_id and owner_id = seller_id
        then frozen_delta = taken_base and available_delta = 0
      when currency_id = quote_currency_id and owner_id = seller_id
        then frozen_delta = 0 and available_delta = earned
      end
    when ${HOUSE_ACCOUNTS.fees} then owner_id = ${OWNERS.house} and frozen_delta = 0 and available_delta <> 0 and case currency_id
      when base_currency_id then available_delta = buyer_fee
      when quote_currency_id then available_delta = seller_fee
      end
    end`;

/**
 * Both sides exchange quantity and cost, less their fees, from the frozen part of their orders. A
 * limit buy froze the lots at its own price and gets the difference back. Nothing is rounded,
 * because scales only multiply.
 */
const dealBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'deal_booked_otherwise',
    unlessAllWanted(
      {
        movements: `
          with named as materialized (
            select journal, number, ${numberIn('cause_id')} as deal_id from ${scope.movements} claimed
            where journal = 2 and recipe = 'spot.deal'
          ), deal as materialized (
            ${sidesOf(ofIds('spot_deals', 'select deal_id from named'))}
          ), of_buyer as materialized (
            select journal, number, deal.*, coalesce(buyer.price_ticks, ticks) as ticks_reserved
            from named full join deal on deal.id = deal_id
            full join ${ofIds('spot_orders', 'select buy_order_id from deal')} buyer on buyer.id = buy_order_id
            where num_nonnulls(deal.id, buyer.id) = 2
          )
          select journal, number, base_currency_id, quote_currency_id, buyer_id, seller_id, buyer_fee, seller_fee,
            -size.quantity as taken_base, -size.reserved as taken_quote, size.reserved - size.cost as given_back,
            size.quantity - buyer_fee as bought, size.cost - seller_fee as earned
          from of_buyer join (${UNITS_OF_MARKETS}) market on market.id = market_id
          cross join lateral (
            select lots * lot_units as quantity, ticks * lots * tick_lot_units as cost,
              ticks_reserved * lots * tick_lot_units as reserved
          ) size`,
        isWanted: IS_WANTED,
        count: '4 + (buyer_fee <> 0)::integer + (seller_fee <> 0)::integer',
      },
      scope,
    ),
    `select journal, number, change.* from movement
     cross join lateral (values
       (quote_currency_id, buyer_id, 1, given_back, taken_quote),
       (base_currency_id, buyer_id, 1, bought, 0),
       (base_currency_id, seller_id, 1, 0, taken_base),
       (quote_currency_id, seller_id, 1, earned, 0),
       (base_currency_id, ${OWNERS.house}, ${HOUSE_ACCOUNTS.fees}, buyer_fee, 0),
       (quote_currency_id, ${OWNERS.house}, ${HOUSE_ACCOUNTS.fees}, seller_fee, 0)
     ) as change`,
    scope,
  );

export const SPOT_DEAL_RULES: readonly Rule[] = [
  orderNotSumOfNewDeals,
  dealWithoutOrder,
  dealNotBooked,
  dealBookedTwice,
  ofRecipes(['spot.deal'], dealBookedOtherwise),
];
