/** A test server as one file or one helper sees it: some members are its own, all others are those of the server. */
import type { TestServer } from './test-server.ts';

/** @param own members that replace those of the server; a getter is asked at each use. */
export const serverView = (server: TestServer, own: Partial<TestServer>): TestServer =>
  new Proxy(server, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      // A private field is only reached through the server itself, never through the proxy.
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
