/** The hook that words the problems of the wallet forms. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Fields of the wallet's forms whose emptiness has a sentence of its own. */
const OWN_TEXTS = ['amount', 'payPassword', 'label'] as const;

/** As `useProblemText`, with what to enter where a field is empty. */
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
