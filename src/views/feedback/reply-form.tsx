/** The form of a further message in a ticket. */
import { useFeedbackReply } from '../../app/feedback/use-feedback.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { MessageFields } from './message-fields.tsx';
import { MessageForm } from './message-form.tsx';
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
  return (
    <MessageForm
      form={form}
      problem={problemText(null)}
      submitText={t('reply.submit')}
      testId="send-reply"
    >
      <MessageFields form={form} label={t('reply.label')} problemText={problemText} />
    </MessageForm>
  );
}
