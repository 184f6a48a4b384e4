/**
 * Client addresses for tests that send many requests: each is new, through a trusted proxy, because limits
 * count by address.
 */

let addresses = 0;

/** Headers of a request; the server is started with `TRUST_PROXY=loopback`. */
export function newClientAddress(): Readonly<Record<string, string>> {
  addresses += 1;
  const bytes = [addresses >> 16, addresses >> 8, addresses].map((part) => part & 255);
  return { 'x-forwarded-for': `10.${bytes.join('.')}` };
}
