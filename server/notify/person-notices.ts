/** Messages to people by their user id: to the account they have, in the language they last used. */
import { contactOf, localeOf } from '../identity/user-info.ts';
import { recipientOf } from '../identity/service-parts.ts';
import { findUserById } from '../identity/users.repo.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Notice } from './notices.ts';
import type { Notifier } from './notifier.ts';

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
