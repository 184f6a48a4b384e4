/** Mails and SMS to users by their user id, as the outbox stores them. */
import type { OutboxDraft } from '../outbox/outbox-draft.ts';
import type { Notice } from './notices.types.ts';

/** Excludes codes: they are short-lived secrets, and the outbox stores none. */
export type StoredNotice = Exclude<Notice, { readonly code: string }>;

/** The topic of {@link userNotice}. */
export const USER_NOTICE = 'user_notice';

/** Returns the message that delivers the notice to the user's account, in their language at that time. */
export const userNotice = (userId: number, notice: StoredNotice) =>
  ({ topic: USER_NOTICE, payload: { userId, notice } }) satisfies OutboxDraft;
