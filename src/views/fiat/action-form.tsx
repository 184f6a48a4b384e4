/** The frame of a step's form: consequence, fields, problems and buttons. */
import { createContext, use, type ReactNode, type SyntheticEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import type { ButtonKind } from '../../ui/button-style.ts';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';

interface ActionFormProps {
  readonly form: { readonly isBusy: boolean; readonly submit: () => void };
  /** Text about the consequence of the action. */
  readonly consequence: ReactNode;
  readonly submitText: string;
  readonly kind?: ButtonKind;
  /** Problem of the form as a whole. */
  readonly problem: string | undefined;
  readonly children?: ReactNode;
}

/** Shown in place of an action whose order has changed since it was offered; null if it has not. */
export const OrderMovedOn = createContext<ReactNode>(null);

/** Consequence, fields and button: the same layout for every action. */
export function ActionForm(props: ActionFormProps) {
  const { form, consequence, submitText, kind = 'primary', problem, children } = props;
  const t = useText('fiat');
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const movedOn = use(OrderMovedOn);
  // The user event of its own action may arrive before the answer and is no change by the other
  // side.
  if (movedOn !== null && !form.isBusy) return movedOn;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit();
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 leading-relaxed text-muted text-pretty">
        {consequence}
      </div>
      {children}
      <FormProblem problem={problem} />
      <ConnectedButton
        type="submit"
        kind={kind}
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid="confirm-action"
      >
        {submitText}
      </ConnectedButton>
    </form>
  );
}
