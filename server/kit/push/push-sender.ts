/** Sends one message to a push service (RFC 8030). */
import { request as requestHttps } from 'node:https';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { drawPushChance, encryptPush, type PushKeys } from './push-encryption.ts';
import { isPushEndpoint, lookupPublic } from './push-hosts.ts';
import type { PushKey } from './push-key.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
/** Time for which a push service keeps a message for an offline browser. */
const KEPT_MS = 24 * HOUR_MS;
const GONE: readonly number[] = [404, 410];

interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

/** gone: the subscription of the browser has ended for good. */
type PushOutcome = 'accepted' | 'gone';

export interface PushSender {
  /**
   * Resolves with the push service's response. @throws Error when it rejects the message or cannot
   * be reached.
   */
  send(target: PushTarget, text: string, now: EpochMs): Promise<PushOutcome>;
  /** Aborts current requests. */
  close(): void;
  isClosed(): boolean;
}

/** @param allowsLoopback see {@link isPushEndpoint}. */
export function createPushSender(key: PushKey, allowsLoopback: boolean): PushSender {
  const stopping = new AbortController();
  return {
    close: () => stopping.abort(),
    isClosed: () => stopping.signal.aborted,
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

/** Never follows a redirect, which would bypass the check of the address. @returns the status. */
function post(
  endpoint: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  stopping: AbortSignal,
): Promise<number> {
  const isLoopback = endpoint.startsWith('http:');
  // An import of `node:http` is slow, see `net/node-http.ts`.
  const request = isLoopback ? process.getBuiltinModule('node:http').request : requestHttps;
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
        // The body is not needed, however long it is.
        response.destroy();
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
