/** The hook of a decision on a record, which detects a newer revision. */
import { useState } from 'react';
import type { LastAct } from '../../../contract/operator/schemas/fields.ts';
import type { RecordFields } from '../../../machines/app/operator/operator-decision.rules.ts';
import { isOutdated, typedWords } from '../../../machines/app/operator/operator-decision.rules.ts';
import type { OperatorCallName } from '../core/operator-api.ts';
import { useConsole } from '../core/runtime-context.ts';
import type { OperatorForm } from '../forms/operator-form.ts';
import { useOperatorForm } from './use-operator-form.ts';

/** Fields of every record that operators decide on. */
export interface DecidedRecord {
  readonly revision: number;
  readonly last_act: LastAct | null;
}

export interface DecisionView<Fields extends RecordFields> {
  readonly form: ReturnType<typeof useOperatorForm<OperatorCallName, Fields>>;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Whether no reply came, so that the decision may have been carried out. */
  readonly isOutdated: boolean;
  /** Closes the form and reloads the data on screen. */
  readonly readAgain: () => void;
  /**
   * Set if the record has changed since the form was opened; `act` if an operator changed it. Null
   * otherwise.
   */
  readonly moved: { readonly act: LastAct | null } | null;
  /** Continues with the present record and the typed text. */
  readonly takeNew: () => void;
}

/**
 * A form that opens above a record and closes when the server has accepted it. It decides on the
 * record as of when the form was opened. Typed text is kept after it is closed.
 */
export function useDecision<Name extends OperatorCallName, Fields extends RecordFields>(
  form: OperatorForm<Name, Fields>,
  record: DecidedRecord,
  initial: Omit<Partial<Fields>, 'revision'>,
): DecisionView<Fields> {
  const { changes } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [seenAct, setSeenAct] = useState(record.last_act?.at);
  const close = () => setOpen(false);
  const asShown = { ...initial, revision: String(record.revision) } as Partial<Fields>;
  const view = useOperatorForm(form, { initial: asShown, onSuccess: close });
  const isNewAct = record.last_act?.at !== seenAct;
  return {
    form: view as DecisionView<Fields>['form'],
    isOpen,
    open: () => {
      const typed = view.status === 'done' ? {} : typedWords(view.fields);
      view.reset();
      view.edit({ ...asShown, ...typed });
      setSeenAct(record.last_act?.at);
      setOpen(true);
    },
    close,
    isOutdated: isOutdated(view.problems),
    readAgain: () => {
      close();
      changes.give();
    },
    moved:
      isOpen && !view.isBusy && view.fields.revision !== asShown.revision
        ? { act: isNewAct ? record.last_act : null }
        : null,
    takeNew: () => {
      view.edit({ revision: asShown.revision } as Partial<Fields>);
      setSeenAct(record.last_act?.at);
    },
  };
}
