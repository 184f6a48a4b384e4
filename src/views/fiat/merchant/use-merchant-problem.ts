/** The hook that words the problems of the merchant forms. */
import type { Problem } from '../../../../machines/app/core/problem.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useOwnProblemText } from '../../parts/use-own-problem-text.ts';

/** Fields whose emptiness has a sentence of its own. */
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

/** As `useProblemText`, with what to enter where a field is empty or not right. */
export function useMerchantProblem<Field extends string>(problems: readonly Problem<Field>[]) {
  const t = useText('fiat-merchant');
  return useOwnProblemText(problems, OWN_TEXTS, (field) => t(`missing.${field}`));
}
