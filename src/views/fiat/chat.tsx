/** The chat of an order, newest message at the bottom. */
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import type { FiatMessagesView } from '../../app/fiat/use-fiat-messages.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { ChatBubble } from './chat-bubble.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { useScrollToNewest } from './use-scroll-to-newest.ts';

interface ChatProps {
  readonly order: FiatOrder;
  readonly chat: FiatMessagesView;
}

/** The messages of the two sides, the newest at the bottom, and the input line. */
export function Chat({ order, chat }: ChatProps) {
  const t = useText('fiat');
  const { messages } = chat;
  const end = useScrollToNewest(messages.at(-1)?.id);
  return (
    <section aria-label={t('chat.title')} className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-3 p-4">
        <p className="text-center text-xs text-faint text-balance">{t('chat.hint')}</p>
        {chat.status === 'loading' && <SkeletonRows label={t('chat.loading')} rows={3} />}
        {chat.status === 'failure' && <ErrorState error={chat.error} onRetry={chat.retry} />}
        {chat.hasMore && (
          <Button
            kind="quiet"
            size="small"
            pending={chat.isLoadingMore}
            onClick={chat.loadMore}
            className="self-center"
          >
            {t('chat.older')}
          </Button>
        )}
        {chat.status === 'success' && messages.length === 0 && (
          <p className="py-6 text-center text-sm text-muted">{t('chat.empty')}</p>
        )}
        <ul aria-label={t('chat.messages')} aria-live="polite" className="flex flex-col gap-2.5">
          {messages.map((message) => (
            <ChatBubble key={message.id} message={message} own={order.role} />
          ))}
        </ul>
        <div ref={end} />
      </div>
      <ChatComposer orderId={order.id} onSent={chat.take} />
    </section>
  );
}
