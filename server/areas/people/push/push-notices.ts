/** Notifies users by Web Push, in every subscribed session that has not ended. */
import { matchLocale, type Locale } from '../../../../contract/languages.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { GatheredRead } from '../../../kit/db/gathered-read.ts';
import type { FiatNotice, FiatNotices } from './push-notice.types.ts';
import type { Log } from '../../../kit/log.ts';
import type { ContractPush } from '../../../kit/push/contract-push.ts';
import type { PushSender } from '../../../kit/push/push-sender.ts';
import { CONTRACT_PUSH_TEXTS } from './contract-push-texts.ts';
import {
  findSubscribers,
  findSubscriptionsOf,
  removeSubscription,
  type PushSubscriptionRow,
} from './push-subscriptions.repo.ts';
import { PUSH_TEXTS } from './push-texts.ts';

/** The most concurrent notifications; more are dropped and logged, because a queue could grow without limit. */
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

/** Notice that the service worker of the app shows, see `public/push-worker.js`. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path of the page that a tap opens. */
  readonly url: string;
  /** A newer message with the same tag replaces this one. */
  readonly tag: string;
}

export interface PushNotices extends FiatNotices {
  /**
   * Resolves when the browsers of the user are known: the mails of other users wait for no push service.
   * @throws Error when the database cannot be read.
   */
  tellOfContract(push: ContractPush): Promise<void>;
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

  const find = async (userId: number): Promise<readonly PushSubscriptionRow[]> =>
    (await browsers.find(userId))?.subscriptions ?? [];
  const send = async (
    subscriptions: readonly PushSubscriptionRow[],
    messageIn: (locale: Locale) => PushMessage,
  ): Promise<void> => {
    await Promise.all(
      subscriptions.map((subscription) =>
        deliver(parts, subscription, messageIn(matchLocale([subscription.locale]))),
      ),
    );
  };
  /** Follows a notification that is under way, or drops it. */
  const follow = (about: string, begin: () => Promise<void>): void => {
    if (underWay.size >= UNDER_WAY_MAX) {
      log.error({ notice: about }, 'push notification dropped: too many under way');
      return;
    }
    const sending: Promise<void> = begin()
      .catch((error: unknown) =>
        log.error({ err: error, notice: about }, 'push notification not sent'),
      )
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  return {
    async tellOfContract(push) {
      const subscriptions = await find(push.userId);
      follow(push.about, () => send(subscriptions, (locale) => contractMessage(push, locale)));
    },
    tell(userId, notice) {
      follow(notice.about, async () =>
        send(await find(userId), (locale) => fiatMessage(notice, locale)),
      );
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
  message: PushMessage,
): Promise<void> {
  const { sessionId, endpoint } = subscription;
  try {
    const outcome = await sender.send(subscription, JSON.stringify(message), clock.now());
    if (outcome === 'gone') await removeSubscription(database, sessionId, endpoint);
  } catch (error) {
    const { host } = new URL(endpoint);
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ host, reason, tag: message.tag }, 'push notification rejected');
  }
}

function fiatMessage({ orderId, about }: FiatNotice, locale: Locale): PushMessage {
  const { title, [about]: body } = PUSH_TEXTS[locale];
  return { title, body, url: `/fiat-order?id=${orderId}`, tag: `fiat-order-${orderId}` };
}

function contractMessage({ orderId, about }: ContractPush, locale: Locale): PushMessage {
  const { title, [about]: body } = CONTRACT_PUSH_TEXTS[locale];
  if (orderId === null) return { title, body, url: '/lever-my-trade', tag: `contract-${about}` };
  return { title, body, url: `/lever-my-trade?id=${orderId}`, tag: `contract-order-${orderId}` };
}
