/** The ledger rule that a booked trade matches its orders, and the form of all such rules. */
import { HOUSE_ACCOUNTS, OWNERS } from './chart.ts';
import { numberIn, ofIds } from './verify-causes.repo.ts';
import { ofRecipes } from './verify-presence.ts';
import type { Rule, Scope } from './verify-rule.types.ts';

/**
 * Finds entries that differ from the movement's cause, and missing ones.
 * @param movements `movement`: journal, number and the columns for `wanted`. @param wanted journal,
 *   number, account, changes.
 */
export const bookedOtherwise = (
  fault: string,
  movements: string,
  wanted: string,
  { entries }: Scope,
) => `
  with movement as (${movements})
  select '${fault}' as fault, journal, number, owner_id, account_type, currency_id,
    wanted.available, booked.available_delta, wanted.frozen, booked.frozen_delta
  from (${wanted}) wanted (journal, number, currency_id, owner_id, account_type, available, frozen)
  full join (
    select entry.* from ${entries} entry join movement using (journal, number)
  ) booked using (journal, number, owner_id, account_type, currency_id)
  where coalesce(wanted.available, 0) <> coalesce(available_delta, 0)
    or coalesce(wanted.frozen, 0) <> coalesce(frozen_delta, 0)`;

/** A first look at the entries of movements. */
interface Look {
  /** `booked`: journal, number and the columns for `isWanted` and `count`. */
  readonly movements: string;
  /** Whether its movement wants this `entry`; null counts as not. */
  readonly isWanted: string;
  /** How many entries a movement wants; null if its cause does not say it, which is a difference. */
  readonly count: string;
}

/**
 * Returns the movements only if some of them may have other entries than they want, for {@link bookedOtherwise}. The
 * accounts of a movement differ, so that none has another entry if all of them are wanted and as many as wanted. This
 * takes a fraction of the time of the comparison.
 */
export const unlessAllWanted = (
  { movements, isWanted, count }: Look,
  { entries }: Scope,
): string => `
  with booked as materialized (${movements}), look as materialized (
    select count(*) as entries, count(*) filter (where ${isWanted}) as wanted
    from ${entries} entry join booked using (journal, number)
  )
  select * from booked
  where (
    select sum(count) <> any (array[(select entries from look), (select wanted from look)]) or bool_or(count is null)
    from (select ${count} as count from booked) counted)`;

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
export const UNITS_OF_MARKETS = `
  select market.id, base_currency_id, quote_currency_id,
    trunc(10::numeric ^ (base.scale - quantity_scale)) as lot_units,
    trunc(10::numeric ^ (quote.scale - price_scale - quantity_scale)) as tick_lot_units
  from spot_markets market
  join currencies base on base.id = base_currency_id
  join currencies quote on quote.id = quote_currency_id
  offset 0`;

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

export const BOOKED_RULES: readonly Rule[] = [ofRecipes(['spot.deal'], dealBookedOtherwise)];
