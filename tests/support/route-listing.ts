/**
 * Preloaded into a server under test: lists in its output the routes of each listening application. Fastify
 * itself reports every application and route, wherever they are added.
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
  fastify.addHook('onListen', (done) => {
    const { port } = fastify.server.address() as AddressInfo;
    const listing: RouteListing = { port, routes: [...routes] };
    process.stdout.write(`${JSON.stringify(listing)}\n`);
    done();
  });
});
