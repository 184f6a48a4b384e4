/** Choice of the rules that a pass applies, by the rows that it reads. */
import type { Rule } from './verify-rule.types.ts';

/** The kinds of rows in a pass. */
interface Present {
  /** Number of entries. */
  readonly entries: number;
  /** The recipes of the movements. */
  readonly recipes: ReadonlySet<string>;
}

/**
 * Marks a rule that starts from movements of these recipes. Without one of them each of its joins is empty.
 * @param recipes names, or the beginning of names up to their dot
 */
export const ofRecipes = (recipes: readonly string[], rule: Rule): Rule =>
  Object.assign(rule, { recipes });

/** Marks a rule that reads nothing but the entries and movements of the pass. */
export const ofRows = (rule: Rule): Rule => Object.assign(rule, { isOfRows: true as const });

/** Whether the rule can find anything among these rows. */
export function isPresent({ recipes, isOfRows }: Rule, { entries, recipes: found }: Present) {
  if (isOfRows === true) return entries > 0 || found.size > 0;
  if (recipes === undefined) return true;
  return recipes.some((wanted) =>
    wanted.endsWith('.') ? [...found].some((name) => name.startsWith(wanted)) : found.has(wanted),
  );
}
