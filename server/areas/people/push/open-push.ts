/** Composition of Web Push from the configuration. */
import type { Clock } from '../../../../contract/time.ts';
import type { Config } from '../../../kit/config/config.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import type { ClosingStack } from '../../../kit/process/closing-stack.ts';
import { createPushHandlers, type PushHandlers } from './push-handlers.ts';
import type { Seal } from '../../../kit/seal/seal.ts';
import type { SessionEnds } from '../../identity/identity.area.ts';
import type { PushKind, PutPush } from '../../../kit/push/push-kind.ts';
import { openPushKey } from '../../../kit/push/push-key.ts';
import type { Outbox } from '../../../kit/outbox/outbox.ts';
import { createPushNotices } from './push-notices.ts';
import type { SendPush } from './push-notices.ts';
import { createPushSender } from '../../../kit/push/push-sender.ts';
import { insertPush, removeSubscriptionOf } from './push-subscriptions.repo.ts';

interface OpenedPush {
  readonly putPush: PutPush;
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
  readonly outbox: Pick<Outbox, 'topic' | 'lookSoon'>;
  readonly kinds: readonly PushKind[];
}

/**
 * When Web Push is off, no browser can subscribe, and no notification is sent. Adds the resources that must
 * be closed to `opened`.
 */
export async function openPush(parts: PushParts): Promise<OpenedPush> {
  const { config, database, clock, log, opened, seal, sessionEnds, outbox } = parts;
  if (config.webPush === 'off') {
    // No user can subscribe; stored messages are dropped.
    receive(parts, async () => {});
    return {
      putPush: async () => {},
      handlers: createPushHandlers({ database, publicKey: null, allowsLoopback: false }),
    };
  }
  const allowsLoopback = config.webPush === 'loopback';
  const key = await openPushKey(database, seal, contactOf(config));
  const sender = createPushSender(key, allowsLoopback);
  receive(parts, createPushNotices({ database, sender, clock, log }));
  const endListening = sessionEnds.listen((sessionId) => {
    removeSubscriptionOf(database, sessionId).catch((error: unknown) =>
      log.error({ err: error }, 'push subscription of an ended session not removed'),
    );
  });
  opened.add('push notices', () => {
    endListening();
    sender.close();
  });
  return {
    async putPush(executor, draft, now) {
      if (await insertPush(executor, draft, now)) outbox.lookSoon();
    },
    handlers: createPushHandlers({ database, publicKey: key.publicKey, allowsLoopback }),
  };
}

/** Sends the messages of all kinds from now on. */
function receive({ outbox, kinds }: Pick<PushParts, 'outbox' | 'kinds'>, send: SendPush): void {
  for (const { topic: name, schema, messageIn } of kinds)
    outbox.topic({
      name,
      schema,
      orderKey: ({ userId }) => String(userId),
      deliver: (payload) => send(payload.userId, (locale) => messageIn(payload, locale)),
      // A push service may need seconds.
      isSlow: true,
    });
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
