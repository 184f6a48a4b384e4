/**
 * Ledger rules on the exchange's trades with itself, which are booked in sums computed from the trades.
 * Trades with a movement of their own, as all had in older versions, are excluded.
 */
import { HOUSE_ACCOUNTS, OWNERS } from './chart.ts';
import type { Rule, Scope, ScopeNumber } from './verify-rule.types.ts';

/** The recipe of a sum of these trades. */
export const HOUSE_POSTED = 'spot.house_posted';

/** Condition on a row of `spot_deals`: both owners are owners of the exchange. */
export const IS_HOUSE_DEAL = `(taker_owner_id <= ${OWNERS.house} and maker_owner_id <= ${OWNERS.house})`;

/**
 * Statement text for trades by buyer and seller. @param relation with the columns of `spot_deals`
 */
export const sidesOf = (relation: string): string => `
  select id, market_id, price_ticks as ticks, quantity_lots::numeric as lots,
    case taker_side when 'buy' then taker_order_id else maker_order_id end as buy_order_id,
    case taker_side when 'buy' then taker_owner_id else maker_owner_id end as buyer_id,
    case taker_side when 'buy' then maker_owner_id else taker_owner_id end as seller_id,
    case taker_side when 'buy' then taker_fee else maker_fee end as buyer_fee,
    case taker_side when 'buy' then maker_fee else taker_fee end as seller_fee
  from ${relation}`;

/** Statement text for the markets with the units of a lot, and of a lot at one tick. */
export const UNITS_OF_MARKETS = `
  select market.id, base_currency_id, quote_currency_id,
    trunc(10::numeric ^ (base.scale - quantity_scale)) as lot_units,
    trunc(10::numeric ^ (quote.scale - price_scale - quantity_scale)) as tick_lot_units
  from spot_markets market
  join currencies base on base.id = base_currency_id
  join currencies quote on quote.id = quote_currency_id
  offset 0`;

/**
 * Statement text for the changes of each account by these trades, available and frozen together.
 * @param relation with the columns of `spot_deals`
 */
export const changesByHouseDeals = (relation: string): string => `
  select deal.id, change.* from (${sidesOf(relation)}) deal
  join (${UNITS_OF_MARKETS}) market on market.id = market_id
  cross join lateral (
    select deal.lots * lot_units as quantity, deal.ticks * deal.lots * tick_lot_units as cost
  ) size
  cross join lateral (values
    (buyer_id, 1, quote_currency_id, -cost),
    (buyer_id, 1, base_currency_id, quantity - buyer_fee),
    (seller_id, 1, base_currency_id, -quantity),
    (seller_id, 1, quote_currency_id, cost - seller_fee),
    (${OWNERS.house}, ${HOUSE_ACCOUNTS.fees}, base_currency_id, buyer_fee),
    (${OWNERS.house}, ${HOUSE_ACCOUNTS.fees}, quote_currency_id, seller_fee)
  ) change (owner_id, account_type, currency_id, amount)`;

/** The trades whose changes are added up. */
interface CountedDeals {
  /** Only trades after this one. */
  readonly after: ScopeNumber;
  /**
   * Removed trades count when a session starts; a pass over new rows has counted them while they
   * existed.
   */
  readonly countsRemoved: boolean;
}

const REMOVED_DEALS =
  'union all select owner_id, account_type, currency_id, amount from spot_removed_deals';

/** Statement text for the changes by new trades. */
export const houseFlows = (scope: Scope, { after, countsRemoved }: CountedDeals): string => `
  select owner_id, account_type, currency_id, sum(amount) as amount
  from (
    select owner_id, account_type, currency_id, amount
    from (${changesByHouseDeals(
      `(select * from spot_deals where id > ${after} and ${IS_HOUSE_DEAL}) house_deals`,
    )}) deal
    where not exists (
      select from ledger_movements
      where journal = 2 and number > ${scope.lastSpot} and recipe = 'spot.deal' and cause_id = deal.id::text
    )
    ${countsRemoved ? REMOVED_DEALS : ''}
  ) each
  group by owner_id, account_type, currency_id`;

/** Statement text for the part of these changes that new movements `spot.house_posted` have booked, negative. */
export const housePosted = (scope: Scope): string => `
  select owner_id, account_type, currency_id, -sum(available_delta + frozen_delta) as amount
  from ${scope.entries} entry join ${scope.movements} movement using (journal, number)
  where journal = 2 and recipe = 'spot.house_posted'
  group by owner_id, account_type, currency_id`;

/** Sums of trades without a movement must equal the sums that wait for the next one. */
export const houseNotPosted: Rule = () => `
  select 'house_not_posted' as fault, owner_id, account_type, currency_id,
    unposted.amount as unposted, flow.amount as unposted_of_deals
  from (
    select owner_id, account_type, currency_id, available + frozen as amount from spot_unposted
  ) unposted
  full join verify_house flow using (owner_id, account_type, currency_id)
  where coalesce(unposted.amount, 0) <> coalesce(flow.amount, 0)`;

/** Only the exchange's own owners trade without a movement, so such a sum of a user is a fault. */
export const houseSumOfPerson: Rule = () => `
  select 'house_sum_of_person' as fault, place, owner_id, account_type, currency_id
  from (
    select 'spot_unposted' as place, owner_id, account_type, currency_id from spot_unposted
    union all
    select 'spot_removed_deals', owner_id, account_type, currency_id from spot_removed_deals
  ) each
  where owner_id > ${OWNERS.house}`;

/** Nor may a booked sum change the account of a user. */
export const housePostedOfPerson: Rule = ({ entries, movements }) => `
  select 'house_sum_of_person' as fault, 'ledger_entries' as place, number, owner_id, account_type, currency_id
  from ${entries} entry join ${movements} movement using (journal, number)
  where recipe = '${HOUSE_POSTED}' and owner_id > ${OWNERS.house}`;
