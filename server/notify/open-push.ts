/** Web Push, put together by what is configured. */
import type { Foundation } from '../foundation.ts';
import type { FiatNotices } from '../fiat/fiat.types.ts';
import { createPushHandlers, type PushHandlers } from '../http/handlers/push.ts';
import type { Seal } from '../identity/seal.ts';
import type { SessionEnds } from '../identity/session-ends.ts';
import { openPushKey } from './push-key.ts';
import { createPushNotices } from './push-notices.ts';
import { createPushSender } from './push-sender.ts';
import { removeSubscriptionOf } from './push-subscriptions.repo.ts';

export interface OpenedPush {
  readonly notices: FiatNotices;
  readonly handlers: PushHandlers;
}

export interface PushParts {
  readonly seal: Seal;
  readonly sessionEnds: Pick<SessionEnds, 'listen'>;
}

/** Without it nobody can subscribe, and nobody is told. What must be closed is added to `opened`. */
export async function openPush(
  foundation: Foundation,
  { seal, sessionEnds }: PushParts,
): Promise<OpenedPush> {
  const { config, database, clock, log, opened } = foundation;
  if (config.webPush === 'off')
    return {
      notices: { tell: () => {} },
      handlers: createPushHandlers({ database, publicKey: null, allowsLoopback: false }),
    };
  const allowsLoopback = config.webPush === 'loopback';
  const key = await openPushKey(database, seal, contactOf(config));
  const sender = createPushSender(key, allowsLoopback);
  const notices = createPushNotices({ database, sender, clock, log });
  const endListening = sessionEnds.listen((sessionId) => {
    removeSubscriptionOf(database, sessionId).catch((error: unknown) =>
      log.error({ err: error }, 'push subscription of an ended session not forgotten'),
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

/** Whom a push service may write to about our messages: where mail comes from, else where the app is. */
function contactOf({
  mail,
  publicOrigins,
}: Pick<Foundation['config'], 'mail' | 'publicOrigins'>): string | undefined {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mail?.from ?? '')?.[0];
  if (address !== undefined) return `mailto:${address}`;
  return publicOrigins.find((origin) => origin.startsWith('https:'));
}
