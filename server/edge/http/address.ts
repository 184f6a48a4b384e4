/** Finds the client's address of a connection: the peer's, or the one that a trusted proxy reports. */
import proxyAddress from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';

type IsTrusted = (address: string, hop: number) => boolean;

/**
 * The same few proxies return with every request. The bound limits the memory that made-up
 * addresses can fill.
 */
const ADDRESSES_REMEMBERED_MAX = 256;

/**
 * Returns whether an address is a trusted proxy. Results are cached, because parsing an address and
 * its ranges takes 0.5 µs, several times a request.
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
 * Applies the rule of `request.ip` to connections that Fastify does not see (`/ws`).
 * @param trustProxy addresses whose `X-Forwarded-For` is believed; false believes none.
 */
export function addressReader(
  trustProxy: false | readonly string[],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = trustOf(trustProxy);
  return (request) => proxyAddress(request, isTrusted);
}

const IPV6_GROUPS = 8;
/** One customer of a network has at least the addresses of these groups: 64 bits. */
const NETWORK_GROUPS = 4;

/** Returns the unit that limits count as one client: an IPv4 address, or the network of an IPv6 address. */
export function clientOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, IPV6_GROUPS - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':');
}

/** Octets of an IPv4 network, and groups of an IPv6 one, that one holder usually has: a /24, and a /48. */
const [HOLDER_OCTETS, HOLDER_GROUPS] = [3, 3];

/** Returns the wider network of a client, whose holder can use many clients. @param client see {@link clientOf}. */
export const widerNetworkOf = (client: string): string =>
  client.includes(':')
    ? client.split(':', HOLDER_GROUPS).join(':')
    : client.split('.', HOLDER_OCTETS).join('.');

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
