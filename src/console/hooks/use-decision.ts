import { useState } from 'react';
import type { DecisionFields } from '../../../machines/app/operator-decision.rules.ts';
import { isOutdated } from '../../../machines/app/operator-decision.rules.ts';
import type { OperatorCallName } from '../api/operator-api.ts';
import { useConsole } from '../runtime-context.ts';
import { useOperatorForm, type OperatorForm } from './use-operator-form.ts';

export interface DecisionView<Fields extends DecisionFields> {
  readonly form: ReturnType<typeof useOperatorForm<OperatorCallName, Fields>>;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** What the screen shows may no longer be so: somebody else has decided, or no reply came. */
  readonly isOutdated: boolean;
  /** Closes the form and reads what the screen shows again. */
  readonly readAgain: () => void;
}

/** A form that opens above a record and closes once the server has taken it. */
export function useDecision<Name extends OperatorCallName, Fields extends DecisionFields>(
  form: OperatorForm<Name, Fields>,
  initial: Partial<Fields>,
): DecisionView<Fields> {
  const { changes } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const view = useOperatorForm(form, { initial, onSuccess: close });
  return {
    form: view as DecisionView<Fields>['form'],
    isOpen,
    open: () => {
      view.reset();
      view.edit(initial);
      setOpen(true);
    },
    close,
    isOutdated: isOutdated(view.problems),
    readAgain: () => {
      close();
      changes.give();
    },
  };
}
