/** The readiness probe for proxies and process managers: whether the server accepts commands now. */
import type { FastifyInstance } from 'fastify';
import type { CallGuard } from './call-guard.ts';

/** Adds `/readyz`: 200 with the state `ready`, otherwise 503. Before a start has ended, the port answers 503 itself. */
export function addReadiness(app: FastifyInstance, guard: Pick<CallGuard, 'readiness'>): void {
  app.get('/readyz', (_request, reply) => {
    const state = guard.readiness;
    return reply
      .code(state === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ state });
  });
}
