/** Messages to people by their user id: to the account they have, in the language they last used. */
import { contactOf, localeOf } from './user-info.ts';
import { recipientOf } from './service-parts.ts';
import { findUserById } from './users.repo.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Notice } from '../../kit/notify/notices.types.ts';
import type { Notifier } from '../../kit/notify/notifier.ts';

export interface PersonNotices {
  /** Returns at once and never throws; what can not be sent is logged. */
  tell(userId: number, notice: Notice): void;
}

export function createPersonNotices(parts: {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly log: Log;
}): PersonNotices {
  const { database, notifier, log } = parts;
  const send = async (userId: number, notice: Notice): Promise<void> => {
    const user = await findUserById(database, userId);
    if (user !== undefined) notifier.post(recipientOf(contactOf(user), localeOf(user)), notice);
  };
  return {
    tell(userId, notice) {
      send(userId, notice).catch((error: unknown) =>
        log.error({ err: error, notice: notice.kind }, 'notice not delivered'),
      );
    },
  };
}
