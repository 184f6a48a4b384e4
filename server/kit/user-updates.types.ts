/** The interface by which services send user events to a user's open pages, in addition to orders and balances. */
import type { UpdateKind, UserEventOf } from '../../contract/user-records.ts';

export interface UserUpdates {
  /**
   * Sends the event on the USER channel, in the order of the calls. Must be called after the
   * commit.
   */
  publish(userId: number, event: UserEventOf<UpdateKind>): void;
}

/** User events of services that write many records at once and send those that a page shows. */
export interface FollowedUpdates extends UserUpdates {
  /** Returns whether an open page receives the user's events. */
  isFollowed(userId: number): boolean;
}
