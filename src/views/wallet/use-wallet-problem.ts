/** The hook of the problem texts of the wallet forms. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Fields with a text of their own for being empty. */
const OWN_TEXTS = ['amount', 'payPassword', 'address', 'label', 'code'] as const;

/** Like `useProblemText`, with instructions for empty fields. */
export function useWalletProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('wallet');
  const textOf = useProblemText(problems);
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    const own = OWN_TEXTS.find((name) => name === field);
    return problem?.error === 'invalid_request' && own !== undefined
      ? t(`missing.${own}`)
      : textOf(field);
  };
}
