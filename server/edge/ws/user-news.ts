/** What services tell people goes the same way as their orders and balances: one numbering a person. */
import type { UserEvent } from '../../../contract/user-records.ts';
import type { UserSource } from './sources.ts';
import type { UserNews } from '../../kit/user-news/user-news.types.ts';

type Follower = (userId: number, events: readonly UserEvent[]) => void;

/** News of services, and a source that has them beside what it had already. */
export class UserNewsDesk implements UserNews {
  readonly #followers = new Set<{
    readonly isFollowed: (userId: number) => boolean;
    readonly listener: Follower;
  }>();

  publish(...[userId, event]: Parameters<UserNews['publish']>): void {
    for (const { isFollowed, listener } of this.#followers)
      if (isFollowed(userId)) listener(userId, [event]);
  }

  /** `source` with the news of this desk among its events; what may be read of it stays the same. */
  joinedTo(source: UserSource): UserSource {
    return {
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
