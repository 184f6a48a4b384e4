/**
 * Fundings: coins that operators move between custody and a fund of the exchange. Each has a request that operators asked for
 * and approved.
 */
import type { FundingSpec, GrantPolicy } from './ledger-book.types.ts';
import { numberIn } from './verify-causes.repo.ts';
import { ofRecipes } from './verify-presence.ts';
import type { Rule } from './verify-rule.types.ts';

/** The beginning of the request ids of approved requests; their numbers follow. */
const REQUEST = 'funding-';

/** Fundings without a request. The seed of a demo exchange fills its funds at one time, before any operator does. */
const withoutRequest = (grants: GrantPolicy, table: string): string =>
  ({
    none: 'false',
    recorded: `funding.request_id = 'seed' and funding.at_ms = (select at_ms from ${table} order by id limit 1)`,
    any: `funding.request_id not like '${REQUEST}%'`,
  })[grants];

/** @param grants of the exchange; tests fund without requests */
export const fundingRules = (
  fundings: readonly FundingSpec[],
  grants: GrantPolicy,
): readonly Rule[] =>
  fundings.map(({ recipe, fault, table, requests, agrees }) =>
    ofRecipes(
      [recipe],
      ({ movements }) => `
        select '${fault}' as fault, funding.id as fund_id, funding.request_id, request.state
        from ${movements} claimed
        join ${table} funding on funding.id = ${numberIn('cause_id')}
        left join ${requests} request on funding.request_id = '${REQUEST}' || request.id
        where recipe = '${recipe}' and not (${withoutRequest(grants, table)})
          and (request.state in ('approved', 'booked') and ${agrees}
            and exists (select from operators where id = asked_by)
            and exists (select from operators where id = decided_by)) is not true`,
    ),
  );
