/** The screen that opens a feedback ticket. */
import { Link } from 'react-router-dom';
import { FEEDBACK_TYPES } from '../../../contract/feedback/feedback-kinds.ts';
import type { FeedbackDetail } from '../../../contract/feedback/feedback.ts';
import { useFeedbackForm } from '../../app/feedback/use-feedback.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isUnknown, UnknownOutcome, useOutcomeTexts } from '../parts/outcome.tsx';
import { DonePanel } from '../parts/done-panel.tsx';
import { PersonScreen } from '../parts/person-screen.tsx';
import { MessageFields } from './message-fields.tsx';
import { MessageForm } from './message-form.tsx';
import { useFeedbackProblem } from './use-feedback-problem.ts';

/** Opens a feedback ticket. */
export function FeedbackScreen() {
  const t = useText('feedback');
  const form = useFeedbackForm();
  return (
    <PersonScreen
      title={t('new.title')}
      backTo="/feedback-list"
      actions={
        <Link to="/feedback-list" className={`me-2 ${buttonStyle('quiet', 'small')}`}>
          {t('new.mine')}
        </Link>
      }
    >
      <Body form={form} />
    </PersonScreen>
  );
}

type Form = ReturnType<typeof useFeedbackForm>;

function Body({ form }: { readonly form: Form }) {
  const t = useText('feedback');
  useOutcomeTexts();
  if (isUnknown(form.status))
    return (
      <UnknownOutcome
        form={form}
        hint={t('new.unknown')}
        onAbandon={form.abandon}
        records={{ to: '/feedback-list', text: t('new.mine') }}
      />
    );
  return form.answer === null ? <FeedbackForm form={form} /> : <Sent ticket={form.answer} />;
}

function FeedbackForm({ form }: { readonly form: Form }) {
  const t = useText('feedback');
  const problemText = useFeedbackProblem(form.problems);
  const { fields, edit } = form;
  return (
    <MessageForm
      form={form}
      problem={problemText(null)}
      submitText={t('new.submit')}
      testId="send-feedback"
    >
      <SelectField
        name="type"
        label={t('field.type')}
        value={fields.type}
        options={FEEDBACK_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(type) => edit({ type })}
      />
      <TextField
        name="title"
        label={t('field.title')}
        autoComplete="off"
        maxLength={80}
        value={fields.title}
        problem={problemText('title')}
        onChange={(title) => edit({ title })}
      />
      <MessageFields form={form} label={t('field.content')} problemText={problemText} />
    </MessageForm>
  );
}

function Sent({ ticket }: { readonly ticket: FeedbackDetail }) {
  const t = useText('feedback');
  return (
    <DonePanel
      kind="done"
      takesFocus
      title={t('new.sent')}
      action={
        <Link to={`/feedback-details?id=${ticket.id}`} className={buttonStyle()}>
          {t('new.open')}
        </Link>
      }
    >
      {t('new.sentHint')}
    </DonePanel>
  );
}
