/** Notifies users by Web Push, in every subscribed session that has not ended. */
import { matchLocale, type Locale } from '../../../../contract/languages.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import type { Log } from '../../../kit/log.ts';
import type { PushMessage } from '../../../kit/push/push-kind.ts';
import type { PushSender } from '../../../kit/push/push-sender.ts';
import {
  findSubscribers,
  findSubscriptionsOf,
  removeSubscription,
  type PushSubscriptionRow,
} from './push-subscriptions.repo.ts';

/** The most concurrent notifications, because each may wait for its push service. */
const UNDER_WAY_MAX = 1_000;

interface PushNoticesParts {
  readonly database: Database;
  readonly sender: PushSender;
  readonly clock: Clock;
  readonly log: Log;
}

/** The subscribed browsers of a user. */
interface Browsers {
  readonly userId: number;
  readonly subscriptions: readonly PushSubscriptionRow[];
}

/**
 * Sends a notification to all browsers of a user. A browser whose push service rejects it, or cannot be
 * reached, does not get it again.
 * @throws Error when the notification must be sent again later: too many are under way, the database
 *   cannot be read, or the server stops.
 */
export type SendPush = (
  userId: number,
  messageIn: (locale: Locale) => PushMessage,
) => Promise<void>;

export function createPushNotices(parts: PushNoticesParts): SendPush {
  const { database, clock } = parts;
  let underWay = 0;

  // Notifications of one moment share a statement. Few users have any browser, so the cheaper statement
  // comes first.
  const browsers = new GatheredRead<number, Browsers>(
    async (userIds) => {
      const subscribers = await findSubscribers(database, userIds);
      const rows =
        subscribers.length === 0
          ? []
          : await findSubscriptionsOf(database, subscribers, clock.now());
      return userIds.map((userId) => ({
        userId,
        subscriptions: rows.filter((row) => row.userId === userId),
      }));
    },
    ({ userId }) => userId,
  );

  return async (userId, messageIn) => {
    if (underWay >= UNDER_WAY_MAX) throw new Error('too many push notifications are under way');
    underWay += 1;
    try {
      const subscriptions = (await browsers.find(userId))?.subscriptions ?? [];
      const sent = await Promise.allSettled(
        subscriptions.map((subscription) =>
          deliver(parts, subscription, messageIn(matchLocale([subscription.locale]))),
        ),
      );
      const failed = sent.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } finally {
      underWay -= 1;
    }
  };
}

/**
 * Sends a notification to one browser. Logs only the host of the browser's address, because a reader of
 * the whole address could send to the browser.
 * @throws Error when the server stops.
 */
async function deliver(
  { database, sender, clock, log }: PushNoticesParts,
  subscription: PushSubscriptionRow,
  message: PushMessage,
): Promise<void> {
  const { sessionId, endpoint } = subscription;
  try {
    const outcome = await sender.send(subscription, JSON.stringify(message), clock.now());
    if (outcome === 'gone') await removeSubscription(database, sessionId, endpoint);
  } catch (error) {
    if (sender.isClosed()) throw error;
    const { host } = new URL(endpoint);
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ host, reason, tag: message.tag }, 'push notification rejected');
  }
}
