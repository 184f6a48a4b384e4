/** The chat of a disputed order, and a message to both sides. */
import type { DisputeDetail, DisputeMessage } from '../../../../contract/operator/schemas/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { FOLLOW_MS } from '../../hooks/use-operator-query.ts';
import { useDisputeMessage } from '../../hooks/use-dispute-message.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { PrivatePicture } from '../parts/private-picture.tsx';
import { RecordList } from '../parts/record-list.tsx';

interface DisputeChatProps {
  readonly dispute: DisputeDetail;
}

/** The messages of the two sides, newest first, and a form for a message to both. */
export function DisputeChat({ dispute }: DisputeChatProps) {
  const t = useText('operator');
  const { id, is_chat_open: isOpen } = dispute;
  const { decision: message, write } = useDisputeMessage(dispute, t('decision.presetMessage'));
  const problemText = useProblemText(message.form.problems);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('dispute.chat')}</h3>
      {isOpen && (
        <Button kind="secondary" onClick={message.open} className="self-start">
          {t('dispute.write')}
        </Button>
      )}
      <RecordList
        name="listDisputeMessages"
        request={{ id }}
        entriesOf={({ messages }) => messages}
        keyOf={(one) => one.id}
        label={t('dispute.chat')}
        emptyTitle={t('dispute.chatEmpty')}
        emptyHint={t('dispute.chatEmptyHint')}
        followMs={FOLLOW_MS.record}
      >
        {(one) => <Message message={one} />}
      </RecordList>
      <DecisionSheet
        title={t('dispute.write')}
        decision={message}
        submitLabel={t('dispute.send')}
        isPossible={isOpen}
      >
        <TextArea
          name="content"
          label={t('dispute.message')}
          hint={t('dispute.bothRead')}
          maxLength={LIMITS.fiat_message_length_max}
          value={message.form.fields.content}
          onChange={write}
          problem={problemText('content') && t('dispute.messageMissing')}
        />
      </DecisionSheet>
    </section>
  );
}

const LOOK = {
  buyer: 'me-8 bg-surface',
  seller: 'ms-8 bg-surface',
  operator: 'mx-4 bg-accent-soft',
};

function Message({ message }: { readonly message: DisputeMessage }) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <article className={`my-2 rounded-card border border-line p-3 ${LOOK[message.from]}`}>
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>{t(`role.${message.from}`)}</span>
        <time>{format.dateTime(message.at)}</time>
      </p>
      {message.content !== '' && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message.content}
        </p>
      )}
      {message.picture_id !== null && (
        <div className="mt-2 max-w-48">
          <PrivatePicture id={message.picture_id} label={t('dispute.chatPicture')} />
        </div>
      )}
    </article>
  );
}
