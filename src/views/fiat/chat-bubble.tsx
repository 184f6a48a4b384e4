/** One message of a chat. */
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatMessage } from '../../../contract/fiat/fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { PrivatePicture } from '../parts/private-picture.tsx';

interface ChatBubbleProps {
  readonly message: FiatMessage;
  /** Side of the user. */
  readonly own: FiatParty;
}

/** One message: sender, content, time. */
export function ChatBubble({ message, own }: ChatBubbleProps) {
  const t = useText('fiat');
  const format = useFormat();
  const { from, content, picture_id: pictureId } = message;
  const isOwn = from === own;
  return (
    <li
      data-testid={`chat-${isOwn ? 'own' : from}`}
      className={classNames(
        'max-w-[86%] rounded-card px-3.5 py-2.5',
        isOwn && 'self-end bg-accent-soft',
        !isOwn && 'self-start border bg-surface',
        !isOwn && (from === 'operator' ? 'border-warn' : 'border-line'),
      )}
    >
      <p className="figures text-xs text-muted">
        {t(`by.${isOwn ? 'you' : from}`)} · {format.dateTime(message.at)}
      </p>
      {content !== '' && (
        <p dir="auto" className="mt-0.5 leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {content}
        </p>
      )}
      {pictureId !== null && (
        <div className="mt-1.5">
          <PrivatePicture id={pictureId} label={t('chat.picture')} />
        </div>
      )}
    </li>
  );
}
