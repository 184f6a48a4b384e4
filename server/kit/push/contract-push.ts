/** Push notifications about contracts, as the outbox stores them. */
import { z } from 'zod';
import type { OutboxDraft } from '../outbox/outbox-draft.ts';

/** The topic of {@link contractPush}. */
export const CONTRACT_PUSH = 'contract_push';

/** margin_low and near_stop_out: the two warnings. lapsed: a pending order ended. ends_soon: an announced end. */
const about = z.enum([
  'margin_low',
  'near_stop_out',
  'stopped_out',
  'take_profit',
  'stop_loss',
  'deleveraged',
  'wound_down',
  'lapsed',
  'ends_soon',
]);

export const contractPushPayload = z.object({
  userId: z.int(),
  about,
  /** The order that it is about; null for several or none. */
  orderId: z.int().nullable(),
});

export type ContractPush = z.infer<typeof contractPushPayload>;
export type ContractPushAbout = ContractPush['about'];

/** Returns the message that notifies the subscribed browsers of the user. */
export const contractPush = (payload: ContractPush) =>
  ({ topic: CONTRACT_PUSH, payload }) satisfies OutboxDraft;
