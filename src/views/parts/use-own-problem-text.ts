/** The hook that words problems, with own sentences for some fields. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useProblemText } from './use-problem-text.ts';

/**
 * As `useProblemText`; where a field of `ownFields` is empty or not right, `ownText` says what to enter
 * instead.
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
