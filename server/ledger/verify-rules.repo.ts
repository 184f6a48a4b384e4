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
import { fundingRules } from './verify-funding-rule.repo.ts';
import { guardMissing, rightsTooMany } from './ledger-guard.repo.ts';
import { holdRules } from './verify-hold-rules.repo.ts';
import { ofIds } from './verify-causes.repo.ts';
import { ofRecipes, ofRows } from './verify-presence.ts';
import { entryOfOtherWriter } from './verify-owner-rule.repo.ts';
import { grantRule, recipeRules } from './verify-recipe-rules.repo.ts';
import type { Rule, Scope } from './verify-rule.types.ts';
import { isDealId, isDealingNumber, isSpotNumber } from './verify-scope.repo.ts';

// Many entries only move between available and frozen, so they add nothing. Without `offset`, each sum would be computed twice.
const movementNotBalanced: Rule = ({ entries }) => `
  select 'movement_not_balanced' as fault, journal, number, currency_id, sum(delta) as sum
  from (
    select journal, number, currency_id, available_delta + frozen_delta as delta from ${entries} entry offset 0
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
    select spot_order.id as order_id, executed_lots, executed_amount, fee,
      coalesce(lots, 0) as lots_of_deals, coalesce(fill_fee, 0) as fee_of_deals,
      coalesce(tick_lots, 0) * tick_lot_units as amount_of_deals
    from ${areAllDeals(scope) ? 'spot_orders' : ofIds('spot_orders', CONCERNED)} spot_order
    ${joinOf(scope)} join (
      select order_id, sum(quantity_lots) as lots, sum(tick_lots) as tick_lots, sum(fee) as fill_fee
      from ${fillsOf(scope)} fill group by order_id
    ) fills on order_id = spot_order.id
    left join (${UNITS_OF_MARKETS}) market on market.id = market_id
  ) compared
  where executed_lots <> lots_of_deals or fee <> fee_of_deals
    or executed_amount is distinct from amount_of_deals`;

const areAllDeals = ({ lastDeal, upTo }: Scope): boolean => lastDeal === 0n && upTo === undefined;

/**
 * The join of trades and of orders that were found by the trades' own numbers, so that none of either side is alone. A
 * full join is never a loop over both, even if the planner expects few rows.
 */
const joinOf = (scope: Scope): string => (areAllDeals(scope) ? 'left' : 'full');

/** The users' orders that new trades belong to. */
const concernedOrders = (scope: Scope): string => `
  with concerned as materialized (
    select taker_order_id as order_id from spot_deals where ${isDealId(scope)} and taker_owner_id > 0
    union select maker_order_id from spot_deals where ${isDealId(scope)} and maker_owner_id > 0
  )`;
const CONCERNED = 'select order_id from concerned';

/** Both sides of all trades, or of all trades of the concerned orders, which indexes find. */
function fillsOf(scope: Scope): string {
  const isConcerned = (role: 'taker' | 'maker'): string =>
    areAllDeals(scope)
      ? ''
      : `where ${role}_owner_id > 0 and ${role}_order_id = any(array(${CONCERNED}))`;
  const side = (role: 'taker' | 'maker'): string => `
    select ${role}_order_id as order_id, quantity_lots,
      price_ticks::numeric * quantity_lots as tick_lots, ${role}_fee as fee
    from spot_deals ${isConcerned(role)}`;
  return `(${side('taker')} union all ${side('maker')})`;
}

/** The orders of one side of the trades of `deal`. */
const ordersOf = (scope: Scope, role: 'taker' | 'maker'): string =>
  areAllDeals(scope) ? 'spot_orders' : ofIds('spot_orders', `select ${role}_order_id from deal`);
/** The number of the order, if its trade may have it. */
const foundOf = (role: 'taker' | 'maker', comparison: '=' | '<>'): string => `
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

/**
 * Returns all rules that hold with this book. Rules that need no history come first, because they
 * are cheap and find the likeliest faults.
 */
export const rulesOf = (book: LedgerBook): readonly Rule[] => [
  ...BALANCE_RULES,
  ...holdRules(book.holds),
  ...grantRule(book.grants),
  ...fundingRules(book.fundings, book.grants),
  houseNotPosted,
  houseSumOfPerson,
  ofRecipes([HOUSE_POSTED], housePostedOfPerson),
  guardMissing,
  rightsTooMany,
  ofRows(movementNotBalanced),
  ...recipeRules(book.recipes),
  entryOfOtherWriter,
  spotJournalGap,
  dealingJournalGap,
  orderNotSumOfDeals,
  dealWithoutOrder,
  dealNotBooked,
  dealBookedTwice,
  ...BOOKED_RULES,
  ...book.rules,
];
