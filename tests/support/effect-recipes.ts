/**
 * The recipes that a machine's effects stand for. The writers of trading do not run the machines, so tests compare
 * the effects of each path with the movements that a writer has stored.
 */
import type { EffectOf } from '../../machines/domain/record-kind.ts';
import type { RecipeName } from '../../server/ledger/movement.ts';

/** A move of a machine, with the names of its effects. */
interface Move {
  readonly effects: readonly string[];
}

/** The recipe by effect; null for an effect that moves no money. */
export type EffectRecipes<Kind> = Readonly<Record<EffectOf<Kind>, RecipeName | null>>;

/** Returns the recipes of the path in order; effects with one recipe share a movement. */
export function recipesOfPath<Kind>(
  { start, steps }: { readonly start: Move; readonly steps: readonly Move[] },
  recipes: EffectRecipes<Kind>,
): RecipeName[] {
  const byEffect = new Map<string, RecipeName | null>(Object.entries(recipes));
  const effects = [start, ...steps].flatMap((move) => move.effects);
  const named = effects.map((effect) => byEffect.get(effect) ?? null);
  return [...new Set(named.filter((recipe) => recipe !== null))];
}

/** Returns the statement that reads the recipes of an order from the journal of contracts, the oldest first. */
export const storedRecipes = <Kind>(orderId: number, recipes: EffectRecipes<Kind>): string => `
  select recipe from ledger_movements
  where journal = 3 and cause_id = '${orderId}'
    and recipe in (${Object.values(recipes)
      .filter((recipe) => recipe !== null)
      .map((recipe) => `'${String(recipe)}'`)
      .join(', ')})
  order by number`;
