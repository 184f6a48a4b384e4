/** The list of all planted faults. */
import { MACHINE_MUTANTS } from './machine-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PAGE_MUTANTS } from './page-mutants.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';

export const MUTANTS: readonly Mutant[] = [...MACHINE_MUTANTS, ...SERVER_MUTANTS, ...PAGE_MUTANTS];

/**
 * Returns the faults of a place (`server`) or with a name prefix (`order-`); all without a filter.
 */
export function chosenMutants(
  mutants: readonly Mutant[],
  wanted: readonly string[],
): readonly Mutant[] {
  if (wanted.length === 0) return mutants;
  return mutants.filter(({ place, name }) =>
    wanted.some((text) => place === text || name.startsWith(text)),
  );
}
