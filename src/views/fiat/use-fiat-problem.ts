/** The hook of the problem texts of the order form, with the ad's limits. */
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderField } from '../../../machines/app/fiat/fiat-order-creation.rules.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Like `useProblemText`, with the figures of the ad if they help to fix the problem. */
export function useFiatProblem(problems: readonly Problem<FiatOrderField>[], ad: FiatAd) {
  const t = useText('fiat');
  const format = useFormat();
  const textOf = useProblemText(problems);
  return (field: FiatOrderField | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    if (problem?.error === 'invalid_request' && field === 'size') return t('missing.size');
    if (problem?.error === 'fiat_amount_outside_limits')
      return t('missing.limits', {
        least: format.amount(ad.min_amount),
        most: format.amount(ad.max_amount),
        currency: ad.fiat_code,
      });
    return textOf(field);
  };
}
