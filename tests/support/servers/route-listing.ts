/**
 * Preloaded into a server under test: lists in its output the routes of each application that is served. Fastify
 * itself reports every application and route, in every file.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One line of the output. */
export interface RouteListing {
  readonly port: number;
  /** Method and path, `GET /limits.json`. `HEAD` counts as `GET`. */
  readonly routes: readonly string[];
}

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  const routes = new Set<string>();
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) routes.add(`${verb === 'HEAD' ? 'GET' : verb} ${url}`);
  });
  // The port is bound before. An application without one, as the headers are made with, is not served.
  fastify.addHook('onReady', (done) => {
    const address = fastify.server.address() as AddressInfo | null;
    const listing: RouteListing = { port: address?.port ?? 0, routes: [...routes] };
    if (address !== null) process.stdout.write(`${JSON.stringify(listing)}\n`);
    done();
  });
});
