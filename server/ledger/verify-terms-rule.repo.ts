/** The ledger rule on versions of terms: each change in them, and each new product, has its act of an operator. */
import type { GrantPolicy } from './ledger-book.types.ts';
import { ofRecipes } from './verify-presence.ts';
import type { Rule } from './verify-rule.types.ts';

/** A table with all versions of the terms of products. A version has a `revision`, a `status`, and the time `at_ms`. */
interface TermsVersions {
  readonly fault: string;
  readonly table: string;
  /** The column with the number of the product. */
  readonly product: string;
  /** Kind of the product in the audit log; actions begin with it. */
  readonly subject: string;
  /** Names of terms in the audit log, each with its value as SQL text of a row of `own`. */
  readonly terms: Readonly<Record<string, string>>;
  /** SQL condition for the first version `first` of a product that operators have added. */
  readonly isAdded: string;
  /** Recipes of orders, which have the terms. */
  readonly recipes: readonly string[];
}

/** Condition on a line of the audit log: an operator who exists wrote it. */
export const IS_OF_OPERATOR =
  'exists (select from operators where operators.id = audit_log.operator_id)';

/** First versions of the seed need no act. It adds them at one time, before all others, so that they have the lowest numbers. */
const seeded = (grants: GrantPolicy, table: string, product: string): string =>
  grants === 'recorded'
    ? `first.at_ms = (select at_ms from ${table} order by ${product}, revision limit 1)`
    : 'false';

/**
 * The rule counts: a value that a term took twice needs two acts. An act may have no version, because it is written
 * before its command. A stricter status needs none, because the server closes ended markets itself.
 * @param grants of the exchange; tests change terms without operators
 */
export function termsRules(of: TermsVersions, grants: GrantPolicy): readonly Rule[] {
  if (grants === 'any') return [];
  const { fault, table, product, subject } = of;
  const terms = Object.entries(of.terms).map(([name, value]) => `('${name}', ${value})`);
  const rule: Rule = () => `
  with version as (
    select own.${product} as product_id, term.name, term.value,
      lag(term.value) over (partition by own.${product}, term.name order by own.revision) as before
    from ${table} own
    cross join lateral (values ${terms.join(', ')}, ('status', own.status)) term (name, value)
  )
  select '${fault}' as fault, product_id, name, value, changes, acts
  from (
    select product_id, name, value, count(*) as changes from version
    where before <> value and (name <> 'status' or value = 'trading')
    group by product_id, name, value
  ) changed
  cross join lateral (
    select count(*) as acts from audit_log
    where subject_kind = '${subject}' and subject_id = product_id::text and ${IS_OF_OPERATOR}
      and case name
        when 'status' then action = '${subject}.set_status' and details ->> 'after' = value
        else action = '${subject}.save_terms' and split_part(details ->> name, ' → ', 2) = value
      end
  ) act
  where changes > acts
  union all
  select '${fault}', first.${product}, 'product', first.revision::text, 1, 0
  from (select distinct on (${product}) * from ${table} order by ${product}, revision) first
  where not (${seeded(grants, table, product)}) and not (${of.isAdded})`;
  return [ofRecipes(of.recipes, rule)];
}
