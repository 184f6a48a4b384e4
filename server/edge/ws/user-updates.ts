/** Merges the user events of services into the numbered events of orders and balances. */
import type { UserEvent } from '../../../contract/user-records.ts';
import type { UserSource } from './sources.ts';
import type { FollowedUpdates, UserUpdates } from '../../kit/user-updates.types.ts';

type Follower = (userId: number, events: readonly UserEvent[]) => void;

/** User events of services, and a source that includes them. */
export class UserUpdatesDesk implements FollowedUpdates {
  readonly #followers = new Set<{
    readonly isFollowed: (userId: number) => boolean;
    readonly listener: Follower;
  }>();

  publish(...[userId, event]: Parameters<UserUpdates['publish']>): void {
    for (const { isFollowed, listener } of this.#followers)
      if (isFollowed(userId)) listener(userId, [event]);
  }

  isFollowed(userId: number): boolean {
    return [...this.#followers].some(({ isFollowed }) => isFollowed(userId));
  }

  /** Returns `source` with the user events of this desk added; its state stays the same. */
  joinedTo(source: UserSource): UserSource {
    return {
      prepare: (userId) => source.prepare(userId),
      isPrepared: (userId) => source.isPrepared(userId),
      read: (userId) => source.read(userId),
      subscribe: (isFollowed, listener) => {
        const follower = { isFollowed, listener };
        this.#followers.add(follower);
        const endOthers = source.subscribe(isFollowed, listener);
        return () => {
          this.#followers.delete(follower);
          endOthers();
        };
      },
    };
  }
}
