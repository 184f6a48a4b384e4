/** Mails and SMS to users by their user id, stored with the transaction that decides them. */
import { z } from 'zod';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { NOTICE_TEXTS } from '../../kit/notify/notices.ts';
import type { Notifier } from '../../kit/notify/notifier.ts';
import { USER_NOTICE } from '../../kit/notify/user-notice.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';
import type { Outbox } from '../../kit/outbox/outbox.ts';
import type { HoldLinks } from './hold-link.ts';
import type { UserNotices } from './user-notices.types.ts';
import { recipientOf } from './service-parts.ts';
import { contactOf, localeOf } from './user-info.ts';
import { findUserById } from './users.repo.ts';

const isNotice = (value: unknown): value is StoredNotice =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  Object.hasOwn(NOTICE_TEXTS['en-US'], value.kind);

const PAYLOAD = z.object({ userId: z.int(), notice: z.custom<StoredNotice>(isNotice) });

export function createUserNotices(parts: {
  readonly database: Database;
  readonly notifier: Pick<Notifier, 'deliver'>;
  readonly outbox: Pick<Outbox, 'topic' | 'lookSoon'>;
  readonly holdLinks: Pick<HoldLinks, 'linkFor'>;
  readonly clock: Clock;
}): UserNotices {
  const { database, notifier, outbox, holdLinks, clock } = parts;
  const put = outbox.topic({
    name: USER_NOTICE,
    schema: PAYLOAD,
    orderKey: ({ userId }) => String(userId),
    async deliver({ userId, notice }) {
      const user = await findUserById(database, userId);
      if (user === undefined) return;
      // Made for each delivery, so that no secret is stored.
      const link = holdLinks.linkFor(notice.kind, userId, clock.now());
      await notifier.deliver(recipientOf(contactOf(user), localeOf(user)), notice, link);
    },
  });
  return {
    put: (executor, userId, notice, now) => put(executor, { userId, notice }, now),
    lookSoon: () => outbox.lookSoon(),
  };
}
