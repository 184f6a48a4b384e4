/** The form around a message: the first faulty field takes the focus. */
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';

interface MessageFormProps {
  readonly form: { readonly isBusy: boolean; submit(): void };
  /** Problem of the form as a whole. */
  readonly problem: string | undefined;
  readonly submitText: string;
  readonly testId: string;
  readonly children: ReactNode;
}

/** The fields of a message, the problem of the form, and the send button. */
export function MessageForm({ form, problem, submitText, testId, children }: MessageFormProps) {
  const t = useText('feedback');
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
    noteAttempt();
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5 rounded-card bg-surface p-5"
    >
      {children}
      <FormProblem problem={problem} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid={testId}
      >
        {submitText}
      </ConnectedButton>
    </form>
  );
}
