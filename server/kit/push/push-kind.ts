/** The kinds of push notifications: each area defines its own, with their texts. */
import type { z } from 'zod';
import type { Locale } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import type { OutboxDraft } from '../outbox/outbox-draft.ts';

/** Notice that the service worker of the app shows, see `public/push-worker.js`. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path of the page that a tap opens. */
  readonly url: string;
  /** A newer message with the same tag replaces this one. */
  readonly tag: string;
}

export interface PushKind<Payload extends OutboxDraft['payload'] = OutboxDraft['payload']> {
  /** Topic of its messages in the outbox. */
  readonly topic: string;
  readonly schema: z.ZodType<Payload>;
  /** Has no names or amounts, because a locked screen may show it. */
  messageIn(payload: Payload, locale: Locale): PushMessage;
}

/**
 * Stores a notification with the statements of `executor`'s transaction, if the user has a subscribed
 * browser. It is delivered after the commit.
 */
export type PutPush = (executor: Executor, draft: OutboxDraft, now: EpochMs) => Promise<void>;
