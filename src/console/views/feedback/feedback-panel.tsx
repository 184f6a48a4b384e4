/** The panel of one feedback ticket and its answer. */
import type { OperatorFeedbackDetail } from '../../../../contract/operator/schemas/feedback.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { useFeedbackAnswer } from '../../hooks/use-feedback-answer.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CourseLink } from '../course/course-link.tsx';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { PrivatePicture } from '../parts/private-picture.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** One conversation, and the answer to it. */
export function FeedbackPanel({ id }: { readonly id: string }) {
  const query = useOperatorQuery('getFeedback', { id }, FOLLOW_MS.record);
  return <RecordView query={query}>{(ticket) => <Conversation ticket={ticket} />}</RecordView>;
}

interface ConversationProps {
  readonly ticket: OperatorFeedbackDetail;
}

function Conversation({ ticket }: ConversationProps) {
  const t = useText('operator');
  const format = useFormat();
  const { decision: reply, write } = useFeedbackAnswer(ticket, t('decision.presetReply'));
  const problemText = useProblemText(reply.form.problems);
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{ticket.title}</h2>
      <PersonLink person={ticket.person} />
      <LastActNote act={ticket.last_act} kind="feedback" id={ticket.id} />
      <ol className="flex flex-col gap-3">
        {ticket.messages.map((message, index) => (
          <li
            // The conversation only grows.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={`rounded-card border border-line p-3 ${message.from === 'operator' ? 'ms-8 bg-accent-soft' : 'me-8 bg-surface'}`}
          >
            <p className="mb-1 flex justify-between gap-3 text-sm text-muted">
              <span>{t(`feedback.from.${message.from}`)}</span>
              <time>{format.dateTime(message.at)}</time>
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message.content}</p>
            {message.picture_ids.length > 0 && (
              <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
                {message.picture_ids.map((picture, at) => (
                  <PrivatePicture
                    key={picture}
                    id={picture}
                    label={t('feedback.picture', { number: at + 1 })}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      <Button onClick={reply.open} className="self-start">
        {t('feedback.reply')}
      </Button>
      <CourseLink kind="feedback-ticket" id={ticket.id} />
      <DecisionSheet title={t('feedback.reply')} decision={reply} submitLabel={t('feedback.send')}>
        <TextArea
          name="content"
          label={t('feedback.answer')}
          hint={t('wordsHint')}
          value={reply.form.fields.content}
          onChange={write}
          problem={problemText('content') && t('wordsMissing')}
        />
      </DecisionSheet>
    </div>
  );
}
