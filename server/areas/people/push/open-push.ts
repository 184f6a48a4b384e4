/** Composition of Web Push from the configuration. */
import type { Clock } from '../../../../contract/time.ts';
import type { Config } from '../../../kit/config/config.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import type { ClosingStack } from '../../../kit/process/closing-stack.ts';
import type { FiatNotices } from './push-notice.types.ts';
import { createPushHandlers, type PushHandlers } from './push-handlers.ts';
import type { Seal } from '../../../kit/seal/seal.ts';
import type { SessionEnds } from '../../identity/identity.area.ts';
import { openPushKey } from '../../../kit/push/push-key.ts';
import type { Outbox } from '../../../kit/outbox/outbox.ts';
import { CONTRACT_PUSH, contractPushPayload } from '../../../kit/push/contract-push.ts';
import { createPushNotices } from './push-notices.ts';
import type { PushNotices } from './push-notices.ts';
import { createPushSender } from '../../../kit/push/push-sender.ts';
import { removeSubscriptionOf } from './push-subscriptions.repo.ts';

interface OpenedPush {
  readonly notices: FiatNotices;
  readonly handlers: PushHandlers;
}

interface PushParts {
  readonly config: Pick<Config, 'webPush' | 'mail' | 'publicOrigins'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly opened: ClosingStack;
  readonly seal: Seal;
  readonly sessionEnds: Pick<SessionEnds, 'listen'>;
  /** Has the notifications about contracts. */
  readonly outbox: Pick<Outbox, 'topic'>;
}

/**
 * When Web Push is off, no browser can subscribe, and no notification is sent. Adds the resources that must
 * be closed to `opened`.
 */
export async function openPush(parts: PushParts): Promise<OpenedPush> {
  const { config, database, clock, log, opened, seal, sessionEnds, outbox } = parts;
  const onContracts = (tell: PushNotices['tellOfContract']): void => {
    outbox.topic({
      name: CONTRACT_PUSH,
      schema: contractPushPayload,
      orderKey: ({ userId }) => String(userId),
      deliver: tell,
    });
  };
  if (config.webPush === 'off') {
    // No user is subscribed; the messages are dropped.
    onContracts(async () => {});
    return {
      notices: { tell: () => {} },
      handlers: createPushHandlers({ database, publicKey: null, allowsLoopback: false }),
    };
  }
  const allowsLoopback = config.webPush === 'loopback';
  const key = await openPushKey(database, seal, contactOf(config));
  const sender = createPushSender(key, allowsLoopback);
  const notices = createPushNotices({ database, sender, clock, log });
  onContracts((push) => notices.tellOfContract(push));
  const endListening = sessionEnds.listen((sessionId) => {
    removeSubscriptionOf(database, sessionId).catch((error: unknown) =>
      log.error({ err: error }, 'push subscription of an ended session not removed'),
    );
  });
  opened.add('push notices', async () => {
    endListening();
    sender.close();
    await notices.close();
  });
  return {
    notices,
    handlers: createPushHandlers({ database, publicKey: key.publicKey, allowsLoopback }),
  };
}

/** Returns the contact for push services: the sender of mail, otherwise an `https:` address of the app. */
function contactOf({
  mail,
  publicOrigins,
}: Pick<Config, 'mail' | 'publicOrigins'>): string | undefined {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mail?.from ?? '')?.[0];
  if (address !== undefined) return `mailto:${address}`;
  return publicOrigins.find((origin) => origin.startsWith('https:'));
}
