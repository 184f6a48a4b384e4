/**
 * Client addresses for tests that send many requests: each is new, and in a network of its own, through a trusted
 * proxy, because limits count by address and by network.
 */

let addresses = 0;

/** Headers of a request; the server is started with `TRUST_PROXY=loopback`. */
export function newClientAddress(): Readonly<Record<string, string>> {
  addresses += 1;
  const bytes = [addresses >> 8, addresses, addresses >> 16].map((part) => part & 255);
  return { 'x-forwarded-for': `10.${bytes.join('.')}` };
}
