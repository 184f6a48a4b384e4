/** The fields of the terms of a contract market, with the bounds that the server checks. */
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { NEW_LEVER_MARKET } from '../../forms/lever-terms-forms.ts';
import { NumberFields, type NumberForm } from '../parts/number-fields.tsx';

type TermName = (typeof NEW_LEVER_MARKET)[number];

interface TermFieldsProps {
  /** In the order of the form. */
  readonly names: readonly TermName[];
  readonly form: NumberForm<TermName>;
}

/** The bounds, and one text field for each term. */
export function TermFields({ names, form }: TermFieldsProps) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <>
      <p className="text-sm text-muted">
        {t('lever.bounds', {
          multiple: String(CONTRACT_LIMITS.lever_multiple_max),
          fee: format.amount(String(CONTRACT_LIMITS.lever_fee_ppm_max)),
          cost: String(CONTRACT_LIMITS.lever_cost_ppm_min),
        })}
      </p>
      <NumberFields names={names} labelOf={(name) => t(`lever.field.${name}`)} form={form} />
    </>
  );
}
