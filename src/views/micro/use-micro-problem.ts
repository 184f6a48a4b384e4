/** The hook of the problem texts of the ticket of fast contracts. */
import type { MicroProductInfo } from '../../../contract/micro/micro.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Returns the problem of a field (null: of the ticket as a whole), with the figures of the product. */
export function useMicroProblem<Field extends string>(
  { stake_min: least, stake_max: most, currency_code: code }: MicroProductInfo,
  problems: readonly Problem<Field>[],
) {
  const t = useText('micro');
  const format = useFormat();
  const textOf = useProblemText(problems);
  return (field: Field | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    if (problem?.error === 'invalid_request' && field !== null) return t('ticket.problem');
    if (problem?.error === 'stake_out_of_bounds')
      return t('ticket.problemBounds', {
        least: `${format.amount(least)} ${code}`,
        most: `${format.amount(most)} ${code}`,
      });
    return textOf(field);
  };
}
