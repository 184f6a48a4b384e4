/** The change of the status of a market or product. */
import type { ReactNode } from 'react';
import type { RecordFields } from '../../../../machines/app/operator/operator-decision.rules.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { DecisionView } from '../../hooks/use-decision.ts';
import { DecisionButton } from './decision-button.tsx';

interface StatusChangeProps<Fields extends RecordFields, Status extends string> {
  /** Name of the market or product. */
  readonly subject: string;
  readonly decision: DecisionView<Fields>;
  /** The chosen one. */
  readonly status: Status;
  readonly choices: readonly Status[];
  readonly labelOf: (status: Status) => string;
  readonly onChoose: (status: Status) => void;
  /** Stands above the choice. */
  readonly children?: ReactNode;
}

/** The button, and a form with a choice of the status. */
export function StatusChange<Fields extends RecordFields, Status extends string>(
  props: StatusChangeProps<Fields, Status>,
) {
  const { subject, decision, status, choices, labelOf, onChoose, children } = props;
  const t = useText('operator');
  return (
    <DecisionButton label={t('market.setStatus')} subject={subject} decision={decision}>
      {children}
      <SelectField
        name="status"
        label={t('market.status')}
        value={status}
        options={choices.map((value) => ({ value, label: labelOf(value) }))}
        onChange={onChoose}
      />
    </DecisionButton>
  );
}
