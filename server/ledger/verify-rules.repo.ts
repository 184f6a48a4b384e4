/**
 * The ledger's rules, each a statement that returns the rows that break it. `Scope` selects all
 * rows, or those after an earlier pass.
 */
import { JOURNALS } from './chart.ts';
import { BALANCE_RULES } from './verify-balance-rules.repo.ts';
import {
  HOUSE_POSTED,
  houseNotPosted,
  housePostedOfPerson,
  houseSumOfPerson,
} from './verify-house-rules.repo.ts';
import type { LedgerBook } from './ledger-book.types.ts';
import { fundingRules } from './verify-funding-rule.repo.ts';
import { guardMissing, rightsTooMany } from './ledger-guard.repo.ts';
import { holdRules } from './verify-hold-rules.repo.ts';
import { ofRecipes, ofRows } from './verify-presence.ts';
import { entryOfOtherWriter } from './verify-owner-rule.repo.ts';
import { grantRule, recipeRules } from './verify-recipe-rules.repo.ts';
import type { Rule, ScopeNumber } from './verify-rule.types.ts';
import { isDealingNumber, isSpotNumber } from './verify-scope.repo.ts';

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
const journalGap = (
  fault: string,
  journal: number,
  last: ScopeNumber,
  isInScope: string,
): string => `
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
  ...book.rules,
];
