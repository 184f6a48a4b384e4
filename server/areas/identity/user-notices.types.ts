/** The interface with which areas notify a user by mail or SMS. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';

export interface UserNotices {
  /**
   * Delivers the notice after the commit of `executor`'s transaction, to the user's account and in
   * their language at that time.
   */
  put(executor: Executor, userId: number, notice: StoredNotice, now: EpochMs): Promise<void>;
  /** Must be called after a statement of the caller's own has stored a `userNotice`. */
  lookSoon(): void;
}
