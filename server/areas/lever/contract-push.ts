/** Push notifications about contracts, as the outbox stores them. */
import { z } from 'zod';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { PushKind } from '../../kit/push/push-kind.ts';
import { CONTRACT_PUSH_TEXTS, contractPushAbout } from './contract-push-texts.ts';

const payload = z.object({
  userId: z.int(),
  about: contractPushAbout,
  /** The order that it is about; null for several or none. */
  orderId: z.int().nullable(),
});

type ContractPush = z.infer<typeof payload>;

/** About one order, or about the account. */
export const CONTRACT_PUSH: PushKind<ContractPush> = {
  topic: 'contract_push',
  schema: payload,
  messageIn({ orderId, about: subject }, locale) {
    const { title, [subject]: body } = CONTRACT_PUSH_TEXTS[locale];
    if (orderId === null)
      return { title, body, url: '/lever-my-trade', tag: `contract-${subject}` };
    return { title, body, url: `/lever-my-trade?id=${orderId}`, tag: `contract-order-${orderId}` };
  },
};

/** Returns the message that notifies the subscribed browsers of the user. */
export const contractPush = (push: ContractPush) =>
  ({ topic: CONTRACT_PUSH.topic, payload: push }) satisfies OutboxDraft;
