/** Push notifications about contracts, as the outbox stores them. */
import { z } from 'zod';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { PushKind } from '../../kit/push/push-kind.ts';
import { LEVER_PUSH_TEXTS, leverPushAbout } from './lever-push-texts.ts';

const payload = z.object({
  userId: z.int(),
  about: leverPushAbout,
  /** The order that it is about; null for several or none. */
  orderId: z.int().nullable(),
});

type LeverPush = z.infer<typeof payload>;

/** About one order, or about the account. */
export const LEVER_PUSH: PushKind<LeverPush> = {
  topic: 'contract_push',
  schema: payload,
  messageIn({ orderId, about: subject }, locale) {
    const { title, [subject]: body } = LEVER_PUSH_TEXTS[locale];
    if (orderId === null)
      return { title, body, url: '/lever-my-trade', tag: `contract-${subject}` };
    return { title, body, url: `/lever-my-trade?id=${orderId}`, tag: `contract-order-${orderId}` };
  },
};

/** Returns the message that notifies the subscribed browsers of the user. */
export const leverPush = (push: LeverPush) =>
  ({ topic: LEVER_PUSH.topic, payload: push }) satisfies OutboxDraft;
