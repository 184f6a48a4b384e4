/** The interface by which services send user events to a user's open pages, in addition to orders and balances. */
import type { UpdateKind, UserEventOf } from '../../../contract/user-records.ts';

export interface UserUpdates {
  /**
   * Sends the event on the USER channel, in the order of the calls. Must be called after the
   * commit.
   */
  publish(userId: number, event: UserEventOf<UpdateKind>): void;
}
