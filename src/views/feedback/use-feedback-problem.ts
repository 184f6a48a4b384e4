/** The hook of the problem texts of the feedback forms. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

const OWN_TEXTS = ['title', 'content', 'pictures'] as const;

/** Like `useProblemText`, with instructions for incomplete fields. */
export function useFeedbackProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('feedback');
  const textOf = useProblemText(problems);
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    const own = OWN_TEXTS.find((name) => name === field);
    return problem?.error === 'invalid_request' && own !== undefined
      ? t(`missing.${own}`, { min: LIMITS.feedback_content_length_min })
      : textOf(field);
  };
}
