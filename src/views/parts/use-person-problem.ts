/** The hook of the problem texts of account forms. */
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { useOwnProblemText } from './use-own-problem-text.ts';

/** Fields with a text of their own for being empty. */
const OWN_TEXTS = [
  'name',
  'cardId',
  'front',
  'reverse',
  'hand',
  'loginPassword',
  'password',
  'payPassword',
  'realName',
  'account',
  'bank',
  'branch',
  'nickname',
] as const;

/** Like `useProblemText`, with instructions for empty or invalid fields. */
export function usePersonProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('parts');
  return useOwnProblemText(problems, OWN_TEXTS, (field) => t(`missing.${field}`));
}
