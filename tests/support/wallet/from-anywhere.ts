/** Calls from many addresses, so that no limit per address hides a response. */
import { newClientAddress } from '../servers/client-address.ts';
import { serverView } from '../servers/server-view.ts';
import type { TestServer } from '../servers/test-server.ts';

/** The same server, with each call from its own address; started with `TRUST_PROXY=loopback`. */
export const fromAnywhere = (server: TestServer): TestServer =>
  serverView(server, {
    call: (name, fields, options = {}) =>
      server.call(name, fields, {
        ...options,
        headers: { ...newClientAddress(), ...options.headers },
      }),
  });
