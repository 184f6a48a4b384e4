/** The hook that words the problems of account forms. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useOwnProblemText } from './use-own-problem-text.ts';

/** Fields whose emptiness has a sentence of its own. */
const OWN_TEXTS = [
  'name',
  'front',
  'reverse',
  'hand',
  'loginPassword',
  'payPassword',
  'realName',
  'account',
  'bank',
  'branch',
  'nickname',
] as const;

/** As `useProblemText`, with what to enter where a field is empty or not right. */
export function usePersonProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('parts');
  return useOwnProblemText(problems, OWN_TEXTS, (field) => t(`missing.${field}`));
}
