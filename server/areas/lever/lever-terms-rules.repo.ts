/** The ledger rule on the terms of contract markets: operators chose each version of them. */
import { LEVER_TERM_COLUMNS } from '../../kit/db/changing-columns.ts';
import type { GrantPolicy } from '../../ledger/ledger-book.types.ts';
import { IS_OF_OPERATOR, termsRules } from '../../ledger/verify-terms-rule.repo.ts';
import type { Rule } from '../../ledger/verify-rule.types.ts';

const columnsOf = (row: string): string =>
  LEVER_TERM_COLUMNS.map((name) => `${row}.${name}`).join(', ');

/** @param grants of the exchange; tests change terms without operators */
export const leverTermsRules = (grants: GrantPolicy): readonly Rule[] =>
  termsRules(
    {
      fault: 'lever_terms_without_act',
      table: 'lever_terms',
      product: 'market_id',
      subject: 'lever_market',
      terms: {
        lotsMin: 'own.lots_min::text',
        lotsMax: 'own.lots_max::text',
        multiples: "array_to_string(own.multiples, ',')",
        spreadPpm: 'own.spread_ppm::text',
        feePpm: 'own.fee_ppm::text',
        nightPpm: 'own.night_ppm::text',
        netLimit: 'own.net_limit::text',
        grossLimit: 'own.gross_limit::text',
        ownerLimit: 'own.owner_limit::text',
      },
      // Two operators opened the market: one asked for it, and another approved it.
      isAdded: `exists (
        select from lever_listings listing
        join lever_markets market on market.id = first.market_id and market.lot_size = listing.lot_size
        join audit_log on subject_kind = 'lever_listing' and action = 'lever_listing.approve'
          and details ->> 'listing' = listing.id::text and operator_id = listing.decided_by
        where listing.state in ('approved', 'opened') and listing.asked_by <> listing.decided_by and ${IS_OF_OPERATOR}
          and (${columnsOf('listing')}) = (${columnsOf('first')})
      )`,
      recipes: ['lever.order_placed', 'lever.opened'],
    },
    grants,
  );
