/** What areas need to notify a user by mail or SMS. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { Notice } from '../../kit/notify/notices.types.ts';

/** Codes are secrets of minutes: the outbox stores none. */
export type StoredNotice = Exclude<Notice, { readonly code: string }>;

export interface PersonNotices {
  /** Delivered after the commit of `executor`'s transaction, to the account and in the language that the user has then. */
  put(executor: Executor, userId: number, notice: StoredNotice, now: EpochMs): Promise<void>;
}
