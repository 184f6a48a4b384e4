/** The ledger rule on the terms of fast contracts: operators chose each version of them. */
import type { GrantPolicy } from '../../ledger/ledger-book.types.ts';
import { IS_OF_OPERATOR, termsRules } from '../../ledger/verify-terms-rule.repo.ts';
import type { Rule } from '../../ledger/verify-rule.types.ts';

const TERMS = {
  profitPpm: 'profit_ppm',
  lossPpm: 'loss_ppm',
  stakeMin: 'stake_min',
  stakeMax: 'stake_max',
  ownerLimit: 'owner_limit',
  sideLimit: 'side_limit',
  skewLimit: 'skew_limit',
};
const textsOf = (row: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(TERMS).map(([name, column]) => [name, `${row}.${column}::text`]),
  );

/** @param grants of the exchange; tests change terms without operators */
export const microTermsRules = (grants: GrantPolicy): readonly Rule[] =>
  termsRules(
    {
      fault: 'micro_terms_without_act',
      table: 'micro_terms',
      product: 'product_id',
      subject: 'micro_product',
      terms: textsOf('own'),
      isAdded: `exists (
        select from audit_log join micro_products product on product.id = first.product_id
        where subject_kind = 'micro_product' and action = 'micro_product.add' and ${IS_OF_OPERATOR}
          and (details ->> 'instrument', details ->> 'seconds') = (product.instrument, product.seconds::text)
          and ${Object.entries(textsOf('first'))
            .map(([name, value]) => `details ->> '${name}' = ${value}`)
            .join(' and ')}
      )`,
      recipes: ['micro.placed'],
    },
    grants,
  );
