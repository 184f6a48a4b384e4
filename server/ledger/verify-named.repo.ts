/** The statements of the rules in a pass, and whether each can be prepared. */
import type { RecordSpec } from './ledger-book.types.ts';
import { ALL_ACCOUNTS, type Rule, type Scope } from './verify-rule.types.ts';
import { writtenLate } from './verify-rows.repo.ts';
import type { NamedRule } from './verify-run.repo.ts';

/** All rows. */
export const EVERYTHING: Scope = {
  entries: 'ledger_entries',
  movements: 'ledger_movements',
  accounts: ALL_ACCOUNTS,
  lastGeneral: 0n,
  lastSpot: 0n,
  lastDealing: 0n,
  lastDeal: 0n,
};
/** The rows that a pass has copied, compared with all accounts. */
export const COPIED_ROWS = {
  entries: 'verify_entries',
  movements: 'verify_movements',
  accounts: ALL_ACCOUNTS,
};

/** Whether a rule reads no rows of the pass, but only the present state. */
export const isOfPresent = (rule: Rule, scope: Scope): boolean => rule(scope) === rule(EVERYTHING);
const areSettings = ({ lastSpot }: Scope): boolean => typeof lastSpot === 'string';
/** The scope with other numbers, to see which rules name them. Before the first trade rules have no number of one. */
const renumbered = ({ lastDeal, ...scope }: Scope): Scope => {
  const other = { lastGeneral: -1n, lastSpot: -1n, lastDealing: -1n };
  return { ...scope, ...other, lastDeal: lastDeal === 0n ? 0n : -1n };
};
/** The statement of a rule. It is prepared if it is the same in other passes. @param isRepeated whether others follow a start */
export const named = (rule: Rule, scope: Scope, isRepeated = false): NamedRule => ({
  name: rule.name,
  text: rule(scope),
  isPrepared:
    scope !== EVERYTHING &&
    rule.isRare !== true &&
    (isOfPresent(rule, scope) ||
      (isRepeated && (areSettings(scope) || rule(scope) === rule(renumbered(scope))))),
  isOfSomePasses: rule.recipes !== undefined || rule.isOfRows === true,
});
/** The statements of rules over records. @param ids relation with the column `id` of the records */
export const ofRecords = (
  rules: RecordSpec['rules'],
  ids: string,
  isPrepared = false,
): readonly NamedRule[] =>
  rules.map((rule) => ({ name: rule.name, text: rule(ids), isPrepared, isOfSomePasses: false }));
/** Names copied rows of the past. @param isPrepared whether the text is the same in other passes */
export const ofLateRows = (text: string, isPrepared = false): NamedRule => ({
  name: writtenLate.name,
  text,
  isPrepared,
  isOfSomePasses: true,
});
