/** The form that asks for a change of a fund of the exchange. */
import type { ReactNode } from 'react';
import type { RecordFields } from '../../../../machines/app/operator/operator-decision.rules.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { DecisionView } from '../../hooks/use-decision.ts';
import { DecisionButton } from './decision-button.tsx';

/** Currency of the limit of a day. */
const LIMIT_CURRENCY = 'USDT';

interface FundChangeFormProps<Fields extends RecordFields> {
  /** `day_limit`: the value in USDT that one operator alone moves within 24 hours. */
  readonly funds: { readonly day_limit: string; readonly day_used: string };
  readonly decision: DecisionView<Fields>;
  readonly amounts: readonly { readonly field: keyof Fields & string; readonly label: string }[];
  /** Stands above the amounts. */
  readonly children?: ReactNode;
}

/** The button, and a form with the amounts and what is left of the limit of a day. */
export function FundChangeForm<Fields extends RecordFields & Readonly<Record<string, string>>>(
  props: FundChangeFormProps<Fields>,
) {
  const { funds, decision, amounts, children } = props;
  const t = useText('operator');
  const format = useFormat();
  const { fields, problems, edit } = decision.form;
  return (
    <div>
      <DecisionButton label={t('lever.funding.ask')} decision={decision}>
        <p className="text-sm text-muted">
          {t('lever.funding.hint', {
            used: format.amount(funds.day_used),
            limit: format.amount(funds.day_limit),
            currency: LIMIT_CURRENCY,
          })}
        </p>
        {children}
        {amounts.map(({ field, label }) => (
          <TextField
            key={field}
            name={field}
            label={label}
            value={fields[field] ?? ''}
            onChange={(value) => edit({ [field]: value } as Partial<Fields>)}
            problem={problems.some((one) => one.field === field) ? t('lever.problem') : undefined}
          />
        ))}
      </DecisionButton>
    </div>
  );
}
