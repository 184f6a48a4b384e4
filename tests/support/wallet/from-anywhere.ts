/** Calls from many addresses, so that no limit per address hides a response. */
import { newClientAddress } from '../client-address.ts';
import type { TestServer } from '../test-server.ts';

/** The same server, with each call from its own address; started with `TRUST_PROXY=loopback`. */
export function fromAnywhere(server: TestServer): TestServer {
  const call: TestServer['call'] = (name, fields, options = {}) =>
    server.call(name, fields, {
      ...options,
      headers: { ...newClientAddress(), ...options.headers },
    });
  return new Proxy(server, {
    get(target, name) {
      if (name === 'call') return call;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
