/** The layout of an order and its chat, as tabs or side by side. */
import { Suspense, useState } from 'react';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import {
  useFiatMessages,
  useFiatReadMark,
  useFiatUnread,
} from '../../app/fiat/use-fiat-messages.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useGoBack } from '../parts/use-go-back.ts';
import { Chat } from './chat.tsx';
import { NamesNote } from './names-note.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderEvents } from './order-events.tsx';
import { OrderEvidence } from './order-evidence.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderTerms } from './order-terms.tsx';
import { PayPanel } from './pay-panel.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const PushOptIn = lazyPart(async () => (await import('../parts/push-opt-in.tsx')).PushOptIn);

interface OrderDeskProps {
  readonly order: FiatOrderDetail;
  readonly onDone: (answer: FiatOrderDetail) => void;
  readonly onReload: () => void;
}

type Part = 'order' | 'chat';

/** Order and chat: two tabs, or side by side if there is room. */
export function OrderDesk(props: OrderDeskProps) {
  const { order } = props;
  const t = useText('fiat');
  const [part, choosePart] = useState<Part>('order');
  const isWide = useMediaQuery('(min-width: 1280px)');
  const isChatShown = isWide || part === 'chat';
  const chat = useFiatMessages(order.id);
  useFiatReadMark(order.id, order.role, chat.messages, isChatShown);
  const unread = useFiatUnread(order, isChatShown);
  if (isWide)
    return (
      <div className="flex h-full">
        <div className="min-w-0 flex-1">
          <Screen header={<OrderBar order={order} />} className="px-gutter pt-1 pb-8">
            <OrderParts {...props} />
          </Screen>
        </div>
        <aside className="w-96 shrink-0 overflow-y-auto border-s border-line">
          <Chat order={order} chat={chat} />
        </aside>
      </div>
    );
  return (
    <Screen header={<OrderBar order={order} />} className="min-h-full">
      <Tabs
        label={t('order.parts')}
        value={part}
        onChange={choosePart}
        tabs={[
          { value: 'order', label: t('order.title') },
          {
            value: 'chat',
            label: unread > 0 ? t('chat.unread', { number: unread }) : t('chat.title'),
          },
        ]}
        className="[&>[role=tablist]]:px-gutter"
      >
        {part === 'chat' ? (
          // The chat is as high as the screen below title and tabs, so that the input line is at
          // its bottom.
          <div className="flex min-h-[calc(100dvh-6.5rem)] flex-col *:flex-1">
            <Chat order={order} chat={chat} />
          </div>
        ) : (
          <div className="px-gutter pt-3 pb-8">
            <OrderParts {...props} />
          </div>
        )}
      </Tabs>
    </Screen>
  );
}

function OrderBar({ order }: Pick<OrderDeskProps, 'order'>) {
  const t = useText('fiat');
  const format = useFormat();
  const goBack = useGoBack('/fiat-orders');
  return (
    <PageHeader
      title={t(`order.heading.${order.role}`, {
        quantity: format.amount(order.quantity),
        coin: order.currency_code,
      })}
      onBack={goBack}
    />
  );
}

function OrderParts({ order, onDone, onReload }: OrderDeskProps) {
  const { turn, isUnpaid, isOver, isDisputed } = useFiatOrderLifecycle(order);
  const isPaying = isUnpaid && order.role === 'buyer';
  const isWaiting = turn === 'theirs' || turn === 'operator';
  // In a dispute a seller who confirms gives in, and the buyer has paid.
  const isAboutNames = isPaying || (order.role === 'seller' && !isOver && !isDisputed);
  return (
    <div className="flex flex-col gap-4">
      <OrderHead order={order} onOver={onReload} />
      {isAboutNames && <NamesNote order={order} />}
      {isPaying && <PayPanel order={order} isDue />}
      <OrderActions order={order} onDone={onDone} onChanged={onReload} />
      {isWaiting && (
        <Suspense fallback={null}>
          <PushOptIn isOffer />
        </Suspense>
      )}
      <OrderEvidence order={order} />
      <OrderTerms order={order} />
      {!isPaying && <PayPanel order={order} isDue={false} />}
      <OrderEvents order={order} />
    </div>
  );
}
