/**
 * The ledger's rules, each a statement that returns the rows that break it. `Scope` selects all
 * rows, or those after an earlier pass.
 */
import { JOURNALS } from './chart.ts';
import { BALANCE_RULES } from './verify-balance-rules.repo.ts';
import { BOOKED_RULES, UNITS_OF_MARKETS } from './verify-booked-rules.repo.ts';
import {
  HOUSE_POSTED,
  houseNotPosted,
  housePostedOfPerson,
  houseSumOfPerson,
  IS_HOUSE_DEAL,
} from './verify-house-rules.repo.ts';
import type { LedgerBook } from './ledger-book.types.ts';
import { guardMissing } from './ledger-guard.repo.ts';
import { holdRules } from './verify-hold-rules.repo.ts';
import { ofRecipes, ofRows } from './verify-presence.ts';
import { grantRule, recipeRules } from './verify-recipe-rules.repo.ts';
import type { Rule, Scope } from './verify-rule.types.ts';
import { isDealId, isDealingNumber, isSpotNumber } from './verify-scope.repo.ts';

// Most entries only move between available and frozen, so they add nothing.
const movementNotBalanced: Rule = ({ entries }) => `
  select 'movement_not_balanced' as fault, journal, number, currency_id, sum(delta) as sum
  from (
    select journal, number, currency_id, available_delta + frozen_delta as delta from ${entries} entry
  ) changes where delta <> 0
  group by journal, number, currency_id
  having sum(delta) <> 0`;

/**
 * Numbers differ and come after `last`, so that none is missing if they are as many as the largest one says.
 * @param journal of a writer, which numbers its movements without gaps. @param last the last number before.
 * @param isInScope condition on the numbers to look at.
 */
const journalGap = (fault: string, journal: number, last: bigint, isInScope: string): string => `
  select '${fault}' as fault, before + 1 as first_missing, number - 1 as last_missing
  from (
    select number, lag(number, 1, ${last}::bigint) over (order by number) as before
    from ledger_movements where journal = ${journal} and ${isInScope}
  ) numbers
  where number <> before + 1 and (
    select count(*) <> coalesce(max(number), ${last}) - ${last}
    from ledger_movements where journal = ${journal} and ${isInScope})`;

const spotJournalGap: Rule = (scope) =>
  journalGap('spot_journal_gap', JOURNALS.spot, scope.lastSpot, isSpotNumber(scope));

const dealingJournalGap: Rule = (scope) =>
  journalGap('dealing_journal_gap', JOURNALS.dealing, scope.lastDealing, isDealingNumber(scope));

// A market's amounts are ticks × lots × 10^(quote scale − price scale − quantity scale) units.
const orderNotSumOfDeals: Rule = (scope) => `
  ${areAllDeals(scope) ? '' : concernedOrders(scope)}
  select 'order_not_sum_of_deals' as fault, order_id,
    executed_lots, lots_of_deals, executed_amount, amount_of_deals, fee, fee_of_deals
  from (
    select spot_orders.id as order_id, executed_lots, executed_amount, fee,
      coalesce(lots, 0) as lots_of_deals, coalesce(fill_fee, 0) as fee_of_deals,
      coalesce(tick_lots, 0) * tick_lot_units as amount_of_deals
    from spot_orders
    ${areAllDeals(scope) ? 'left' : ''} join (
      select order_id, sum(quantity_lots) as lots, sum(tick_lots) as tick_lots, sum(fee) as fill_fee
      from ${fillsOf(scope)} fill group by order_id
    ) fills on order_id = spot_orders.id
    left join (${UNITS_OF_MARKETS}) market on market.id = market_id
  ) compared
  where executed_lots <> lots_of_deals or fee <> fee_of_deals
    or executed_amount is distinct from amount_of_deals`;

const areAllDeals = ({ lastDeal, upTo }: Scope): boolean => lastDeal === 0n && upTo === undefined;

/** The users' orders that new trades belong to. */
const concernedOrders = (scope: Scope): string => `
  with concerned as materialized (
    select taker_order_id as order_id from spot_deals where ${isDealId(scope)} and taker_owner_id > 0
    union select maker_order_id from spot_deals where ${isDealId(scope)} and maker_owner_id > 0
  )`;

/** Both sides of all trades, or of all trades of the concerned orders, which indexes find. */
function fillsOf(scope: Scope): string {
  const concerned = (role: 'taker' | 'maker'): string =>
    areAllDeals(scope)
      ? ''
      : `join concerned on concerned.order_id = ${role}_order_id where ${role}_owner_id > 0`;
  const side = (role: 'taker' | 'maker'): string => `
    select ${role}_order_id as order_id, quantity_lots,
      price_ticks::numeric * quantity_lots as tick_lots, ${role}_fee as fee
    from spot_deals ${concerned(role)}`;
  return `(${side('taker')} union all ${side('maker')})`;
}

// Orders of the exchange that only traded with other orders of the exchange are not kept.
const dealWithoutOrder: Rule = (scope) => `
  select 'deal_without_order' as fault, deal.id as deal_id,
    taker_order_id, taker.id as taker_found, maker_order_id, maker.id as maker_found
  from spot_deals deal
  left join spot_orders taker on taker.id = taker_order_id
    and taker.owner_id = taker_owner_id and taker.market_id = deal.market_id
    and taker.side = taker_side
  left join spot_orders maker on maker.id = maker_order_id
    and maker.owner_id = maker_owner_id and maker.market_id = deal.market_id
    and maker.side <> taker_side
  where ${isDealId(scope, 'deal.id')} and (taker.id is null or maker.id is null) and not ${IS_HOUSE_DEAL}`;

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

/**
 * Returns all rules that hold with this book. Rules that need no history come first, because they
 * are cheap and find the likeliest faults.
 */
export const rulesOf = (book: LedgerBook): readonly Rule[] => [
  ...BALANCE_RULES,
  ...holdRules(book.holds),
  ...grantRule(book.grants),
  houseNotPosted,
  houseSumOfPerson,
  ofRecipes([HOUSE_POSTED], housePostedOfPerson),
  guardMissing,
  ofRows(movementNotBalanced),
  ...recipeRules(book.recipes),
  spotJournalGap,
  dealingJournalGap,
  orderNotSumOfDeals,
  dealWithoutOrder,
  dealNotBooked,
  dealBookedTwice,
  ...BOOKED_RULES,
  ...book.rules,
];
