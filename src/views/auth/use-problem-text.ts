import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Problem } from '../../../machines/app/problem.ts';
import { useLateText, useText } from '../../i18n/use-text.ts';

/**
 * Says the problem of a field (null: of the form as a whole) in the reader's language, with the
 * wait where there is one.
 */
export function useProblemText<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useLateText('errors');
  const tAuth = useText('auth');
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    if (!problem) return undefined;
    const text = t?.(problem.error, { seconds: LIMITS.http_timeout_ms / SECOND_MS });
    if (problem.retryAfterS === undefined) return text ?? '…';
    const wait =
      problem.retryAfterS < 90
        ? tAuth('wait.seconds', { seconds: problem.retryAfterS })
        : tAuth('wait.minutes', { minutes: Math.ceil(problem.retryAfterS / 60) });
    return `${text ?? '…'} ${wait}`;
  };
}
