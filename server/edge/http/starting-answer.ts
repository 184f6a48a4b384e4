/** The answer to every request before the application is ready: 503, in the envelope for calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultEnvelope } from './fault.ts';
import type { Fault } from './fault.ts';
import { localeOfHeader } from './messages.ts';
import type { Say } from './messages.ts';

/** A start takes a few seconds. */
const RETRY_S = 2;
const FAULT: Fault = { error: 'service_unavailable', retryAfterS: RETRY_S };
const PLAIN = 'The server is starting. Try again in a few seconds.\n';

/** Returns the listener for `OpenPort`. It closes each connection, because a proxy must not keep one. */
export function startingAnswer(say: Say) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const isCall = request.url?.startsWith('/api/') === true;
    const body = isCall
      ? JSON.stringify(faultEnvelope(FAULT, localeOfHeader(request.headers['lang']), say))
      : PLAIN;
    response.writeHead(503, {
      'content-type': `${isCall ? 'application/json' : 'text/plain'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_S),
      // A browser loads its page again.
      ...(!isCall && { refresh: String(RETRY_S) }),
      connection: 'close',
    });
    // The body of a request may still be on its way.
    request.resume();
    response.end(body);
  };
}
