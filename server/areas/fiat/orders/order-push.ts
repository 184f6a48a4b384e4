/** Push notifications about fiat orders, as the outbox stores them. */
import { z } from 'zod';
import type { OutboxDraft } from '../../../kit/outbox/outbox-draft.ts';
import type { PushKind } from '../../../kit/push/push-kind.ts';
import { ORDER_PUSH_TEXTS, orderPushAbout } from './order-push-texts.ts';

const payload = z.object({ userId: z.int(), orderId: z.int(), about: orderPushAbout });

type OrderPush = z.infer<typeof payload>;

export const ORDER_PUSH: PushKind<OrderPush> = {
  topic: 'fiat_order_push',
  schema: payload,
  messageIn({ orderId, about: subject }, locale) {
    const { title, [subject]: body } = ORDER_PUSH_TEXTS[locale];
    return { title, body, url: `/fiat-order?id=${orderId}`, tag: `fiat-order-${orderId}` };
  },
};

/** Returns the message that notifies the subscribed browsers of the user. */
export const orderPush = (push: OrderPush) =>
  ({ topic: ORDER_PUSH.topic, payload: push }) satisfies OutboxDraft;
