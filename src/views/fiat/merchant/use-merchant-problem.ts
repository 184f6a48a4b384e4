/** The hook of the problem texts of the merchant forms. */
import type { Problem } from '../../../../machines/app/core/problem.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useOwnProblemText } from '../../parts/use-own-problem-text.ts';

/** Fields with a text of their own for being empty. */
const OWN_TEXTS = [
  'name',
  'payPassword',
  'price',
  'percent',
  'limitPrice',
  'total',
  'minAmount',
  'maxAmount',
  'kinds',
  'remark',
] as const;

/** Like `useProblemText`, with instructions for empty or invalid fields. */
export function useMerchantProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('fiat-merchant');
  return useOwnProblemText(problems, OWN_TEXTS, (field) => t(`missing.${field}`));
}
