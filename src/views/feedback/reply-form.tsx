/** The form of a further message in a ticket. */
import type { FormEvent } from 'react';
import { useFeedbackReply } from '../../app/feedback/use-feedback.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { MessageFields } from './message-fields.tsx';
import { useFeedbackProblem } from './use-feedback-problem.ts';

interface ReplyFormProps {
  readonly id: string;
  readonly onSent: () => void;
}

/** The form of the user's next message. */
export function ReplyForm({ id, onSent }: ReplyFormProps) {
  const t = useText('feedback');
  const form = useFeedbackReply(id, () => {
    showToast(t('reply.sent'), 'success');
    onSent();
  });
  const problemText = useFeedbackProblem(form.problems);
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
      <MessageFields form={form} label={t('reply.label')} problemText={problemText} />
      <FormProblem problem={problemText(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid="send-reply"
      >
        {t('reply.submit')}
      </ConnectedButton>
    </form>
  );
}
