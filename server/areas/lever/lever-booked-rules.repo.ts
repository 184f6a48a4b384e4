/** Ledger rules on the movements of contracts: each follows from its order, its posting or its funding. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { INSURANCE_PERCENT } from '../../engine/lever/house-risk.ts';
import { HOUSE_ACCOUNTS, LEVER_DEBT_ACCOUNT, OWNERS } from '../../ledger/chart.ts';
import { bookedOtherwise, unlessAllWanted } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn, ofIds } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';
import { RESERVE } from './lever-order-rules.repo.ts';

const { custody, leverPool, leverInsurance, leverFees } = HOUSE_ACCOUNTS;
const CONTRACT = ACCOUNT_TYPES.contract;

/** A close together with the payment of the debt that it left, as one movement: the sum of the two. */
const CLOSED_WITH_SHORTFALL = 'lever.closed_with_shortfall';

/** Columns of a change: owner, account type, available, frozen. */
type Change = readonly [
  owner: string | number,
  accountType: number,
  available: string,
  frozen: string,
];

/** The changes of a close and of its fee of nights. */
const MARGIN_BACK: Change = [
  'owner_id',
  CONTRACT,
  'margin + profit - nights + settled_debt',
  '-margin',
];
const NIGHTS: Change = [OWNERS.house, leverFees, 'nights', '0'];

/**
 * The changes by a movement of an order, by recipe. The repayment at the end of a pending order is not stored, so its entry
 * is taken as given, and decides the owner's entry.
 */
const CHANGES_BY_RECIPE: Readonly<Record<string, readonly Change[]>> = {
  'lever.order_placed': [['owner_id', CONTRACT, '-placed', 'placed']],
  'lever.order_ended': [
    ['owner_id', CONTRACT, 'placed - repaid', '-placed'],
    ['owner_id', LEVER_DEBT_ACCOUNT, 'repaid', '0'],
  ],
  'lever.opened': [
    ['owner_id', CONTRACT, 'placed - margin - fee', 'margin - placed'],
    [OWNERS.house, leverInsurance, 'to_insurance', '0'],
    [OWNERS.house, leverFees, 'fee - to_insurance', '0'],
  ],
  'lever.closed': [
    MARGIN_BACK,
    ['owner_id', LEVER_DEBT_ACCOUNT, '-settled_debt', '0'],
    [OWNERS.house, leverPool, '-profit', '0'],
    NIGHTS,
  ],
  [CLOSED_WITH_SHORTFALL]: [
    MARGIN_BACK,
    ['owner_id', LEVER_DEBT_ACCOUNT, 'insured + waived - settled_debt', '0'],
    [OWNERS.house, leverInsurance, '-insured', '0'],
    [OWNERS.house, leverPool, '-profit - waived', '0'],
    NIGHTS,
  ],
  'lever.shortfall_paid': [
    ['owner_id', LEVER_DEBT_ACCOUNT, 'insured + waived', '0'],
    [OWNERS.house, leverInsurance, '-insured', '0'],
    [OWNERS.house, leverPool, '-waived', '0'],
  ],
};

/** The recipes whose cause is an order. */
const ORDER_RECIPES = Object.keys(CHANGES_BY_RECIPE);
/** The same as an SQL list. */
export const LEVER_ORDER_RECIPES = ORDER_RECIPES.map((recipe) => `'${recipe}'`).join(', ');

/** A part for each recipe, because PostgreSQL prepares each row of `values` again for each movement. */
const CHANGES = Object.entries(CHANGES_BY_RECIPE)
  .map(
    ([recipe, changes]) => `
  select journal, number, currency_id, change.* from movement
  cross join lateral (values ${changes.map((change) => `(${change.join(', ')})`).join(', ')}) as change
  where recipe = '${recipe}'`,
  )
  .join(' union all ');

/** Whether a movement wants this entry, which changes something. The accounts of a recipe are of different types. */
const IS_WANTED = `entry.currency_id = booked.currency_id and (available_delta <> 0 or frozen_delta <> 0) and case recipe ${Object.entries(
  CHANGES_BY_RECIPE,
)
  .map(
    ([recipe, changes]) => `
    when '${recipe}' then case account_type ${changes
      .map(
        ([owner, type, available, frozen]) => `
      when ${type} then entry.owner_id = ${owner === 'owner_id' ? 'booked.owner_id' : owner}
        and available_delta = ${available} and frozen_delta = ${frozen}`,
      )
      .join('')} end`,
  )
  .join('')} end`;
/** How many entries a movement wants: a change of nothing has none. */
const WANTED_COUNT = `case recipe ${Object.entries(CHANGES_BY_RECIPE)
  .map(
    ([recipe, changes]) => `
    when '${recipe}' then ${changes
      .map(([, , available, frozen]) =>
        [available, frozen]
          .filter((change) => change !== '0')
          .map((change) => `(${change}) <> 0`)
          .join(' or '),
      )
      .map((isChange) => `(${isChange})::integer`)
      .join(' + ')}`,
  )
  .join('')} end`;

const leverBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'lever_booked_otherwise',
    unlessAllWanted(
      {
        movements: `
          with named as materialized (
            select journal, number, recipe, ${numberIn('cause_id')} as order_id from ${scope.movements} claimed
            where recipe in (${LEVER_ORDER_RECIPES})
          ), repayment as materialized (
            select journal, number, sum(available_delta) as amount from ${scope.entries} entry
            where account_type = ${LEVER_DEBT_ACCOUNT} group by journal, number
          )
          select journal, number, recipe, settle_currency_id as currency_id, owner_id, margin, fee, profit, nights,
            settled_debt, insured, waived, ${RESERVE} as placed, coalesce(repayment.amount, 0) as repaid,
            div(fee * ${INSURANCE_PERCENT}, 100) as to_insurance
          from named
          full join ${ofIds('lever_orders', 'select order_id from named')} lever_order on lever_order.id = order_id
          left join (select id, settle_currency_id from lever_markets) market on market.id = market_id
          left join repayment using (journal, number)
          where num_nonnulls(order_id, lever_order.id) = 2`,
        isWanted: IS_WANTED,
        count: WANTED_COUNT,
      },
      scope,
    ),
    CHANGES,
    scope,
  );

/** Money that arrives repays a debt of its own receiver, at most the amount of its posting. */
const leverRepaidOtherwise: Rule = ({ entries, movements }) => `
  select 'lever_repaid_otherwise' as fault, journal, number, entry.owner_id, movement.cause_id as posting_id
  from ${movements} movement
  join ${entries} entry using (journal, number)
  where movement.recipe = 'lever.debt_repaid' and not exists (
    select from dealing_postings posting
    cross join lateral jsonb_to_recordset(posting.entries)
      as arrival (owner_id integer, account_type smallint, currency_id integer, available numeric)
    where posting.id = ${numberIn('movement.cause_id')} and posting.actor_id = movement.actor_id
      and (arrival.owner_id, arrival.account_type, arrival.currency_id)
        = (entry.owner_id, ${CONTRACT}, entry.currency_id)
      and arrival.available >= abs(entry.available_delta)
  )`;

const leverFundedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'lever_funded_otherwise',
    `select journal, number, pool, insurance, (select min(settle_currency_id) from lever_markets) as currency_id
     from ${scope.movements} claimed
     join lever_funds fund on fund.id = ${numberIn('cause_id')}
     where recipe = 'lever.house_funded'`,
    `select journal, number, currency_id, ${OWNERS.house}, change.*, 0 from movement
     cross join lateral (values
       (${custody}, -pool - insurance), (${leverPool}, pool), (${leverInsurance}, insurance)
     ) as change`,
    scope,
  );

/** Each funding was booked once, however long ago. */
export const leverFundBookedOnce: RecordRule = (ids) => `
  select 'lever_fund_not_booked_once' as fault, fund.id as fund_id, count(movement.number) as times,
    max(movement.number) as last_number
  from lever_funds fund
  left join ledger_movements movement
    on movement.recipe = 'lever.house_funded' and movement.cause_id = fund.id::text
  where fund.id in ${ids}
  group by fund.id having count(movement.number) <> 1`;

/** Each step of an order happens once, and so does each repayment. A close with a shortfall is two steps. */
const leverBookedTwice: Rule = ({ movements }) => `
  select 'lever_booked_twice' as fault, recipe, cause_id, count(*) as times, max(number) as last_number
  from (
    select recipe, cause_id, number from ${movements} movement
    where recipe like 'lever.%' and recipe <> '${CLOSED_WITH_SHORTFALL}'
    union all
    select step, cause_id, number from ${movements} movement
    cross join (values ('lever.closed'), ('lever.shortfall_paid')) each (step)
    where recipe = '${CLOSED_WITH_SHORTFALL}'
  ) steps
  group by recipe, cause_id having count(*) > 1`;

export const LEVER_BOOKED_RULES: readonly Rule[] = [
  ofRecipes(ORDER_RECIPES, leverBookedOtherwise),
  ofRecipes(['lever.debt_repaid'], leverRepaidOtherwise),
  ofRecipes(['lever.house_funded'], leverFundedOtherwise),
  ofRecipes(['lever.'], leverBookedTwice),
];
