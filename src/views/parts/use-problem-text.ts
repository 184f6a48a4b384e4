/** The hook of the text for a problem of a field or a form. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';

/**
 * Returns the problem of a field (null: of the form as a whole) in the user's language, with the
 * wait if there is one.
 */
export function useProblemText<Field extends string>(problems: readonly Problem<Field>[]) {
  // Most forms never have a problem, and the sign-in must load fast.
  const errorText = useErrorText(problems.length > 0);
  const tCommon = useText('common');
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    if (!problem) return undefined;
    const text = errorText(problem.error) ?? '…';
    return problem.retryAfterS === undefined ? text : withWait(tCommon, text, problem.retryAfterS);
  };
}

/** Adds the wait in the largest unit of which there are at least two; each language joins the sentences in its own way. */
function withWait(
  t: ReturnType<typeof useText<'common'>>,
  problem: string,
  seconds: number,
): string {
  if (seconds < 90) return t('wait.seconds', { problem, seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120
    ? t('wait.minutes', { problem, minutes })
    : t('wait.hours', { problem, hours: Math.ceil(minutes / 60) });
}
