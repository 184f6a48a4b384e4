/** The hooks of an order's chat: messages, read mark, unread count and form. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatMessage, FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import type { PushedRecord } from '../../../machines/app/core/pushed-records.machine.ts';
import { unreadMessagesMachine } from '../../../machines/app/core/unread-messages.machine.ts';
import { fiatMessageForm } from './fiat-order-message-form.ts';
import { newRandomId } from '../core/random-id.ts';
import { compareRecordIds } from '../core/live/record-ids.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useLapsedTickets } from '../core/hooks/use-lapsed-tickets.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { usePushedRecords } from '../core/hooks/use-pushed-records.ts';
import { useUpload } from '../core/hooks/use-upload.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { useWhenDone } from '../core/hooks/use-when-done.ts';

export interface FiatMessagesView extends Omit<PagesView<unknown>, 'pages'> {
  /** The oldest first. */
  readonly messages: readonly FiatMessage[];
  /** Adds a message from the answer of a call. */
  readonly take: (message: FiatMessage) => void;
}

/** Returns the messages of an order: page by page, then live. */
export function useFiatMessages(orderId: string): FiatMessagesView {
  const { pages, ...list } = usePages('listFiatMessages', { id: orderId });
  useReloadAfterMissedUpdates(list.refresh);
  const { pushed, add } = usePushedRecords<FiatMessage & PushedRecord>();
  const take = (message: FiatMessage) => add(message.id, message);
  useUserUpdates('fiat_message', ({ order_id: id, message }) => {
    if (id === orderId) take(message);
  });
  const messages = useMemo(() => {
    const byId = new Map(
      [...pages.flatMap((page) => page.messages), ...Object.values(pushed)].map((message) => [
        message.id,
        message,
      ]),
    );
    return [...byId.values()].toSorted((a, b) => compareRecordIds(a.id, b.id));
  }, [pages, pushed]);
  return { ...list, messages, take };
}

/** Reports to the server which messages the user has seen, while `isSeen`. */
export function useFiatReadMark(
  orderId: string,
  own: FiatParty,
  messages: readonly FiatMessage[],
  isSeen: boolean,
): void {
  const { api } = useRuntime();
  const reported = useRef('0');
  const newest = messages.findLast(({ from }) => from !== own)?.id;
  useEffect(() => {
    if (!isSeen || newest === undefined || compareRecordIds(newest, reported.current) <= 0) return;
    reported.current = newest;
    api
      .call('readFiatMessages', { id: orderId, message_id: newest }, { reporting: 'silent' })
      .catch(() => {
        // After a failure, the next message or visit reports it.
      });
  }, [api, orderId, newest, isSeen]);
}

/** Returns the number of unread messages of the other side: earlier ones and those since. */
export function useFiatUnread(
  { id, role, unread }: Pick<FiatOrder, 'id' | 'role' | 'unread'>,
  isSeen: boolean,
): number {
  const [snapshot, send] = useMachine(unreadMessagesMachine, { input: { unread } });
  useEffect(() => send({ type: isSeen ? 'chat.shown' : 'chat.hidden' }), [send, isSeen]);
  useEffect(() => send({ type: 'order.read', unread }), [send, unread]);
  useUserUpdates('fiat_message', ({ order_id: orderId, message }) => {
    if (orderId === id && message.from !== role) send({ type: 'message.came' });
  });
  const { read, since } = snapshot.context;
  return isSeen ? 0 : read + since;
}

/**
 * The form of a chat message. A message whose answer was lost keeps its id while its text is the
 * same, so that it is stored once.
 */
export function useFiatMessageForm(orderId: string, onSent: (message: FiatMessage) => void) {
  const picture = useUpload('chat');
  const named = useRef({ id: '', content: '', picture: '' });
  const form = useSubmission(fiatMessageForm, {
    initial: { orderId },
    onSuccess: (message) => {
      picture.remove();
      onSent(message);
    },
  });
  useWhenDone(form.status, () => {
    named.current = { id: '', content: '', picture: '' };
    form.reset();
    form.edit({ orderId });
  });
  useLapsedTickets(form.problems, [picture]);
  return {
    ...form,
    picture,
    submit() {
      const { content } = form.fields;
      const ticket = picture.ticket ?? '';
      const last = named.current;
      if (last.id === '' || last.content !== content || last.picture !== ticket)
        named.current = { id: newRandomId(), content, picture: ticket };
      form.edit({ clientId: named.current.id, picture: ticket });
      form.submit({
        isPictureMissing: picture.status === 'uploading' || picture.status === 'failed',
      });
    },
  };
}
