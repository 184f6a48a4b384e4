/** A button of a record that opens the form of a decision. */
import type { ReactNode } from 'react';
import type { RecordFields } from '../../../../machines/app/operator/operator-decision.rules.ts';
import { Button } from '../../../ui/button.tsx';
import type { DecisionView } from '../../hooks/use-decision.ts';
import { DecisionSheet } from './decision-sheet.tsx';

interface DecisionButtonProps<Fields extends RecordFields> {
  /** Names the button and the form. */
  readonly label: string;
  /** Name of the record, added to the title of the form. */
  readonly subject?: string;
  readonly decision: DecisionView<Fields>;
  /** Text of the button that sends the form; the label without it. */
  readonly submitLabel?: string;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly isDanger?: boolean;
  /** Whether the present record still allows the decision. */
  readonly isPossible?: boolean;
  /** Fields of the form, above the reason. */
  readonly children?: ReactNode;
}

/** The button, and the form that it opens. */
export function DecisionButton<Fields extends RecordFields>(props: DecisionButtonProps<Fields>) {
  const { label, subject, decision, submitLabel = label, kind = 'secondary' } = props;
  const { isDanger = false, isPossible = true, children } = props;
  return (
    <>
      <Button kind={kind} size="small" onClick={decision.open}>
        {label}
      </Button>
      <DecisionSheet
        title={subject === undefined ? label : `${label} · ${subject}`}
        decision={decision}
        submitLabel={submitLabel}
        isDanger={isDanger}
        isPossible={isPossible}
      >
        {children}
      </DecisionSheet>
    </>
  );
}
