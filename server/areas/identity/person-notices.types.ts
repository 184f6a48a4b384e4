/** The interface with which areas notify a user by mail or SMS. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { Notice } from '../../kit/notify/notices.types.ts';

/** Excludes codes: they are short-lived secrets, and the outbox stores none. */
export type StoredNotice = Exclude<Notice, { readonly code: string }>;

export interface PersonNotices {
  /**
   * Delivers the notice after the commit of `executor`'s transaction, to the user's account and in
   * their language at that time.
   */
  put(executor: Executor, userId: number, notice: StoredNotice, now: EpochMs): Promise<void>;
}
