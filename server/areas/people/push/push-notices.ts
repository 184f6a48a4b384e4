/** Notifies users by Web Push about orders that wait for them, in every subscribed session that has not ended. */
import { matchLocale } from '../../../../contract/languages.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import type { FiatNotice, FiatNotices } from './push-notice.types.ts';
import type { Log } from '../../../kit/log.ts';
import type { PushSender } from '../../../kit/push/push-sender.ts';
import {
  findSubscribers,
  findSubscriptionsOf,
  removeSubscription,
  type PushSubscriptionRow,
} from './push-subscriptions.repo.ts';
import { PUSH_TEXTS } from './push-texts.ts';

/** The most concurrent notifications; more are dropped and logged, because a queue could grow without limit. */
const UNDER_WAY_MAX = 1_000;

export interface PushNoticesParts {
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

export interface PushNotices extends FiatNotices {
  /** Waits for notifications that are under way. */
  close(): Promise<void>;
}

/** Best effort: a notification that the push service rejects, or that cannot reach it, is logged and not resent. */
export function createPushNotices(parts: PushNoticesParts): PushNotices {
  const { database, clock, log } = parts;
  const underWay = new Set<Promise<void>>();

  // Every step of an order reads them, so reads of one moment share a statement. Few users have any, so
  // the cheaper statement comes first.
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

  const send = async (userId: number, notice: FiatNotice): Promise<void> => {
    const { subscriptions = [] } = (await browsers.find(userId)) ?? {};
    await Promise.all(subscriptions.map((subscription) => deliver(parts, subscription, notice)));
  };
  return {
    tell(userId, notice) {
      if (underWay.size >= UNDER_WAY_MAX) {
        log.error({ notice: notice.about }, 'push notification dropped: too many under way');
        return;
      }
      const sending: Promise<void> = send(userId, notice)
        .catch((error: unknown) =>
          log.error({ err: error, notice: notice.about }, 'push notification not sent'),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

/**
 * Sends a notification to one browser. Logs only the host of the browser's address, because a reader of
 * the whole address could send to the browser.
 */
async function deliver(
  { database, sender, clock, log }: PushNoticesParts,
  subscription: PushSubscriptionRow,
  { orderId, about }: FiatNotice,
): Promise<void> {
  const { sessionId, endpoint, locale } = subscription;
  const { title, [about]: body } = PUSH_TEXTS[matchLocale([locale])];
  const message = { title, body, url: `/fiat-order?id=${orderId}`, tag: `fiat-order-${orderId}` };
  try {
    const outcome = await sender.send(subscription, JSON.stringify(message), clock.now());
    if (outcome === 'gone') await removeSubscription(database, sessionId, endpoint);
  } catch (error) {
    const { host } = new URL(endpoint);
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ host, reason, notice: about }, 'push notification rejected');
  }
}
