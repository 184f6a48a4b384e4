/** The hook of problem texts, with own texts for some fields. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useProblemText } from './use-problem-text.ts';

/**
 * Like `useProblemText`; for an empty or invalid field of `ownFields`, `ownText` has the
 * instructions.
 */
export function useOwnProblemText<Field extends string, Own extends string>(
  problems: readonly Problem<Field>[],
  ownFields: readonly Own[],
  ownText: (field: Own) => string,
) {
  const textOf = useProblemText(problems);
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    const own = ownFields.find((name) => name === (field as string | null));
    return problem?.error === 'invalid_request' && own !== undefined ? ownText(own) : textOf(field);
  };
}
