/** The address a connection comes from, behind trusted proxies the one they report. */
import proxyAddress from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

export type IsTrusted = (address: string, hop: number) => boolean;

/** Few proxies come up again and again; whoever sends made-up addresses fills no more than this. */
const ADDRESSES_REMEMBERED_MAX = 256;

/**
 * Whether an address is a trusted proxy. Answers are remembered: reading an address and its ranges
 * again is 0.5 µs, several times a request.
 */
export function trustOf(trustProxy: readonly string[]): IsTrusted {
  const isTrusted = proxyAddress.compile([...trustProxy]);
  const remembered = new Map<string, boolean>();
  return (address, hop) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const answer = isTrusted(address, hop);
    if (remembered.size < ADDRESSES_REMEMBERED_MAX) remembered.set(address, answer);
    return answer;
  };
}

/**
 * For connections that Fastify does not see (`/ws`): the same rule as `request.ip`.
 * @param trustProxy addresses whose `X-Forwarded-For` is believed; false: nobody's.
 */
export function addressReader(
  trustProxy: false | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = trustOf(trustProxy);
  return (request) => proxyAddress(request, isTrusted);
}
