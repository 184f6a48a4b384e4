/** The address a connection comes from, behind trusted proxies the one they report. */
import proxyAddress from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

/**
 * For connections that Fastify does not see (`/ws`): the same rule as `request.ip`.
 * @param trustProxy addresses whose `X-Forwarded-For` is believed; false: nobody's.
 */
export function addressReader(
  trustProxy: false | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile([...trustProxy]);
  return (request) => proxyAddress(request, isTrusted);
}
