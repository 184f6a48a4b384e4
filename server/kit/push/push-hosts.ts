/**
 * Hosts that push messages may be sent to. The browser supplies the address, so it must not lead
 * into this server's network: only https to a public host, rechecked each time its name is resolved.
 */
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  // Exceptions in the global range: tunnels that hide an IPv4 address, and documentation addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether the address is public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}

/** Names that are never public. */
const LOCAL_NAME = /^(?:[^.]*|.*\.(?:localhost|local|internal|home\.arpa|lan|test|invalid|onion))$/;

/**
 * Returns whether `endpoint` is allowed, judged by the address alone.
 * @param allowsLoopback for tests only: allows `http://127.0.0.1:…`, too.
 */
export function isPushEndpoint(endpoint: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true;
  const host = hostname.replace(/\.$/, '');
  // Push services have names; a bare address (IPv6 in brackets) is none of them.
  const isAddress = isIP(host) !== 0 || host.startsWith('[');
  return protocol === 'https:' && port === '' && !isAddress && !LOCAL_NAME.test(host);
}

type LookupAnswer = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Resolves a name in the form that sockets use; fails if any of its addresses is not public. */
export function lookupPublic(host: string, options: LookupOptions, answer: LookupAnswer): void {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error !== null || first === undefined) answer(error ?? notPublic(host), []);
    else if (!found.every(({ address }) => isPublicAddress(address))) answer(notPublic(host), []);
    else if (options.all === true) answer(null, found);
    else answer(null, first.address, first.family);
  });
}

const notPublic = (host: string): Error => new Error(`${host} is no host of the open internet`);
