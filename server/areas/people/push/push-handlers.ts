/** Calls that subscribe the browser of the caller's session to Web Push. */
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Database } from '../../../kit/db/database.ts';
import { transaction } from '../../../kit/db/transaction.ts';
import { arePushKeys } from '../../../kit/push/push-encryption.ts';
import { isPushEndpoint } from '../../../kit/push/push-hosts.ts';
import {
  findEndpoint,
  removeSubscription,
  replaceSubscription,
} from './push-subscriptions.repo.ts';
import type { Handlers } from '../../../kit/http/handlers.ts';

export type PushHandlers = Pick<Handlers, 'getPushKey' | 'subscribePush' | 'unsubscribePush'>;

interface PushCallParts {
  readonly database: Database;
  /** Null when this installation has no Web Push. */
  readonly publicKey: string | null;
  readonly allowsLoopback: boolean;
}

export function createPushHandlers({
  database,
  publicKey,
  allowsLoopback,
}: PushCallParts): PushHandlers {
  return {
    getPushKey: async (_, { signedIn }) =>
      ok({
        public_key: publicKey,
        endpoint: publicKey === null ? null : await findEndpoint(database, signedIn.sessionId),
      }),
    subscribePush: async ({ endpoint, p256dh, auth }, { signedIn, locale, now }) => {
      if (publicKey === null) return refuse('push_unavailable');
      if (!isPushEndpoint(endpoint, allowsLoopback) || !arePushKeys({ p256dh, auth }))
        return refuse('push_endpoint_invalid');
      const { userId, sessionId } = signedIn;
      const keys = { endpoint, p256dh, auth };
      const subscription = { userId, sessionId, ...keys, locale, createdAtMs: now };
      await transaction(database, (tx) =>
        replaceSubscription(tx, subscription, LIMITS.push_subscriptions_max),
      );
      return ok(null);
    },
    unsubscribePush: async ({ endpoint }, { signedIn }) => {
      await removeSubscription(database, signedIn.sessionId, endpoint);
      return ok(null);
    },
  };
}
