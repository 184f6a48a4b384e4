/** Computes the network that limits "by address" count: the range of one subscriber, not each of its addresses. */
import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns an IPv4 address unchanged, even when IPv6 wraps it, and an IPv6 address's /64, because a
 * subscriber has all 2^64 addresses of it (the request limit does the same). Other text is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** An IPv4 suffix takes the place of two groups; it is never among the first four. */
const groupsOf = (part: string): string[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
