/** The hook of the problem texts of the forms in front of an account: sign-in, registration, reset. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Fields with a text of their own for being empty. */
const OWN_TEXTS = ['account', 'code', 'password'] as const;

/** Like `useProblemText`, with instructions for empty fields. */
export function useAccountProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('identity');
  // `useOwnProblemText` would load scripts that the sign-in does not need.
  const textOf = useProblemText(problems);
  const missing = problems.flatMap(({ field, error }) =>
    error === 'invalid_request' && field !== null ? [field as string] : [],
  );
  return (field: Field | null): string | undefined => {
    const own = OWN_TEXTS.find((name) => name === field && missing.includes(name));
    return own === undefined ? textOf(field) : t(`missing.${own}`);
  };
}
