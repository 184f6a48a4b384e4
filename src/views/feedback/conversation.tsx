/** The messages of a feedback ticket, oldest first. */
import type { FeedbackMessage } from '../../../contract/feedback/feedback.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { PrivatePicture } from '../parts/private-picture.tsx';

/** The messages of a ticket, oldest first; new ones are announced to screen readers. */
export function Conversation({ messages }: { readonly messages: readonly FeedbackMessage[] }) {
  const t = useText('feedback');
  return (
    <ul aria-label={t('detail.messages')} aria-live="polite" className="flex flex-col gap-3">
      {messages.map((message, index) => (
        // Messages are only added, so the index is a stable key.
        <MessageBubble key={index} message={message} />
      ))}
    </ul>
  );
}

function MessageBubble({ message }: { readonly message: FeedbackMessage }) {
  const t = useText('feedback');
  const format = useFormat();
  const isOwn = message.from === 'person';
  return (
    <li
      data-testid={`message-${message.from}`}
      className={classNames(
        'max-w-[88%] rounded-card px-4 py-3',
        isOwn ? 'self-end bg-accent-soft' : 'self-start border border-line bg-surface',
      )}
    >
      <p className="figures text-xs text-muted">
        {t(isOwn ? 'detail.you' : 'detail.service')} · {format.dateTime(message.at)}
      </p>
      <p className="mt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere">{message.content}</p>
      {message.picture_ids.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {message.picture_ids.map((id, index) => (
            <PrivatePicture key={id} id={id} label={t('field.picture', { number: index + 1 })} />
          ))}
        </div>
      )}
    </li>
  );
}
