/** Ledger rules on the terms of savings: operators chose each version of them, and each position has some of them. */
import { getTableName } from 'drizzle-orm';
import { stakingTerms } from '../../kit/db/schema/staking.ts';
import type { GrantPolicy } from '../../ledger/ledger-book.types.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const ALL_TERMS = getTableName(stakingTerms);
const OF_POSITIONS = ['currency_id', 'cycle_days', 'daily_ppb'] as const;
const TERMS = [...OF_POSITIONS, 'amount_min', 'amount_max', 'quota', 'user_max'] as const;

const columnsOf = (row: string, names: readonly string[]): string =>
  names.map((name) => `${row}.${name}`).join(', ');

/** First terms without an act: terms that migration 0071 stored, and the demo products of the seed, which adds them at one time. */
const withoutAct = (grants: GrantPolicy): string =>
  grants === 'recorded'
    ? `first.at_ms = (select at_ms from ${ALL_TERMS} order by id limit 1)`
    : 'false';

/** An act of an existing operator on savings. */
const actOf = (action: string): string =>
  `audit_log.subject_kind = 'staking_product' and audit_log.action = 'staking_product.${action}'
     and exists (select from operators where operators.id = audit_log.operator_id)`;

/** Each new product, and each change of terms, has its act in the audit log. Each pass that reads a new position compares them. */
const stakingTermsWithoutAct =
  (grants: GrantPolicy): Rule =>
  () =>
    `
  with own as materialized (
    select product_id, min(id) as first_id, max(older_acts) as older_acts,
      count(*) filter (where older_acts is null) - (max(older_acts) is null)::integer as changes
    from ${ALL_TERMS} group by product_id
  )
  select 'staking_terms_without_act' as fault, own.product_id, changes, acts, is_added
  from own
  join staking_terms first on first.id = first_id
  cross join lateral (
    select count(*) - coalesce(own.older_acts, 0) as acts from audit_log
    where subject_id = own.product_id::text and ${actOf('save_terms')}
  ) changed
  cross join lateral (
    select own.older_acts is not null or ${withoutAct(grants)} or exists (
      select from audit_log join currencies on code = details ->> 'currency'
      where ${actOf('add')} and currencies.id = first.currency_id
        and (details ->> 'cycleDays', details ->> 'dailyPpb', details ->> 'amountMin', details ->> 'amountMax',
          details ->> 'quota', details ->> 'userMax')
          = (first.cycle_days::text, first.daily_ppb::text, first.amount_min::text, first.amount_max::text,
            first.quota::text, first.user_max::text)
    ) as is_added
  ) added
  where changes <> acts or not is_added`;

/** @param grants of the exchange; tests change terms without operators */
export const stakingTermsRules = (grants: GrantPolicy): readonly Rule[] =>
  grants === 'any' ? [] : [ofRecipes(['staking.reserved'], stakingTermsWithoutAct(grants))];

/** A product has the last of its terms. */
export const stakingProductOtherwise: RecordRule = (ids) => `
  select 'staking_product_otherwise' as fault, product.id as product_id, product.daily_ppb, kept.daily_ppb as of_terms
  from staking_products product
  left join lateral (
    select * from staking_terms where product_id = product.id order by staking_terms.id desc limit 1
  ) kept on true
  where product.id in ${ids}
    and (${columnsOf('product', TERMS)}) is distinct from (${columnsOf('kept', TERMS)})`;

/** A position has terms that its product offered, and an amount within their limits. */
export const stakingPositionOtherwise: RecordRule = (ids) => `
  select 'staking_position_otherwise' as fault, position.id as position_id, product_id, amount, daily_ppb, cycle_days
  from staking_positions position
  where position.id in ${ids} and not exists (
    select from staking_terms offered
    where offered.product_id = position.product_id
      and (${columnsOf('offered', OF_POSITIONS)}) = (${columnsOf('position', OF_POSITIONS)})
      and amount between offered.amount_min and offered.amount_max
  )`;
