/** The hook of the problem texts of contract forms. */
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Returns the problem of a field (null: of the form as a whole), with the figures of the market. */
export function useLeverProblem<Field extends string>(
  market: LeverMarketInfo,
  problems: readonly Problem<Field>[],
) {
  const t = useText('lever');
  const format = useFormat();
  const textOf = useProblemText(problems);
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    switch (problem?.error) {
      case 'invalid_request':
        return t(field === 'lots' ? 'problem.lots' : 'problem.price');
      case 'price_not_on_tick': {
        const tick = format.price(formatUnits(1n, market.price_scale), market.price_scale);
        return t('problem.tick', { tick });
      }
      case 'lots_out_of_bounds':
        return t('problem.lotsBounds', {
          least: format.amount(String(market.lots_min)),
          most: format.amount(String(market.lots_max)),
        });
      default:
        return textOf(field);
    }
  };
}
