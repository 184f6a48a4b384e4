/** Hands one message to a push service (RFC 8030). */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { drawPushChance, encryptPush, type PushKeys } from './push-encryption.ts';
import { isPushEndpoint, lookupPublic } from './push-hosts.ts';
import type { PushKey } from './push-key.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
/** How long a push service keeps a message for a browser that is not there. */
const KEPT_MS = 24 * HOUR_MS;
const GONE: readonly number[] = [404, 410];

export interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

/** gone: the browser does not take messages at this address any more, and never will again. */
export type PushOutcome = 'accepted' | 'gone';

export interface PushSender {
  /** Resolves once the push service has answered. @throws Error when it refuses or cannot be reached. */
  send(target: PushTarget, text: string, now: EpochMs): Promise<PushOutcome>;
  /** Breaks off what is on its way. */
  close(): void;
}

/** @param allowsLoopback see {@link isPushEndpoint}. */
export function createPushSender(key: PushKey, allowsLoopback: boolean): PushSender {
  const stopping = new AbortController();
  return {
    close: () => stopping.abort(),
    async send(target, text, now) {
      if (!isPushEndpoint(target.endpoint, allowsLoopback)) return 'gone';
      const body = encryptPush(text, target, drawPushChance());
      const headers = {
        authorization: key.authorization(target.endpoint, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(KEPT_MS / SECOND_MS),
        urgency: 'high',
      };
      const status = await post(target.endpoint, body, headers, stopping.signal);
      if (GONE.includes(status)) return 'gone';
      if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
      return 'accepted';
    },
  };
}

/** Never follows a redirect: it would lead around the check of the address. @returns the status. */
function post(
  endpoint: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  stopping: AbortSignal,
): Promise<number> {
  const isLoopback = endpoint.startsWith('http:');
  const request = isLoopback ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const asked = request(
      endpoint,
      {
        method: 'POST',
        headers,
        agent: false,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
        ...(!isLoopback && { lookup: lookupPublic }),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        // Nobody reads what else is said, however long it is.
        response.destroy();
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
