/** The hook of the problem texts of the form, with the figures of the offering. */
import type { OfferingDetail } from '../../../contract/ieo/ieo.ts';
import type { useIeoForm } from '../../app/ieo/use-ieo-form.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../parts/use-problem-text.ts';

/** Returns the problem of the quantity (null: of the form as a whole). */
export function useIeoProblem(
  { problems, fault, facts }: Pick<ReturnType<typeof useIeoForm>, 'problems' | 'fault' | 'facts'>,
  { token_code: code, step, quantity_min: least, quantity_max: most }: OfferingDetail,
) {
  const t = useText('ieo');
  const format = useFormat();
  const textOf = useProblemText(problems);
  const amount = (text: string) => `${format.amount(text)} ${code}`;
  return (field: 'quantity' | null): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    if (problem?.error === 'invalid_request' && field !== null) return t('form.missing');
    if (problem?.error !== 'quantity_out_of_bounds') return textOf(field);
    if (fault === 'off') return t('form.off', { step: amount(step) });
    if (fault === 'lower' && facts.own !== null)
      return t('form.lower', { quantity: amount(facts.own.quantity) });
    return t('form.outside', { least: amount(least), most: amount(most) });
  };
}
