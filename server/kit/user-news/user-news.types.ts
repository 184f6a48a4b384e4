/** How services tell a person's open pages of something of their own, beside orders and balances. */
import type { NewsKind, UserEventOf } from '../../../contract/user-records.ts';

export interface UserNews {
  /** Goes out on the USER channel, in the order of the calls; call after the commit. */
  publish(userId: number, event: UserEventOf<NewsKind>): void;
}
