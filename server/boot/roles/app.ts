/** Composes the HTTP application without listening: calls, documents, the built app, the socket. */
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { addDevelopmentMailboxPage } from '../../edge/http/development-mailbox-page.ts';
import type { Authenticate, Handlers } from '../../kit/http/handlers.ts';
import { createHttpApp } from '../../edge/http/http-app.ts';
import type { HttpAppParts } from '../../edge/http/http-app.ts';
import { identifyUser } from '../../edge/http/identify-user.ts';
import { notFoundHandler } from '../../edge/http/not-found.ts';
import { publishDocuments } from '../../edge/http/published.ts';
import { addReadiness } from '../../edge/http/readiness.ts';
import { registerRoutes } from '../../edge/http/register-routes.ts';
import type { RouteServices } from '../../edge/http/register-routes.ts';
import { serveClient } from '../../edge/http/static-client.ts';
import { buildStateMachines } from '../../../machines/domain/explain/state-machines.ts';
import type { RangeHead } from '../../ledger/ledger-ranges.repo.ts';
import type { DevelopmentMailbox } from '../../kit/notify/development-mailbox.ts';

/** Handles the connections of `/ws`. */
interface SocketGateway {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface AppServices extends RouteServices, Omit<HttpAppParts, 'bodyBytesMax'> {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly gateway: SocketGateway;
  readonly mailbox: DevelopmentMailbox | undefined;
  /** Folder of the built app. */
  readonly clientFolder: string;
  readonly passwordProfile: PasswordProfile;
  readonly ledgerHead: () => RangeHead;
  readonly indexKey: string | undefined;
}

/** Composes the application; the caller calls `ready` and `close`, and lets its port serve. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const app = await createHttpApp({ ...services, bodyBytesMax: LIMITS.body_bytes_max });
  const { say, handlers, authenticate } = services;
  const table = { endpoints: ENDPOINTS, routes: ROUTES, handlers };
  registerRoutes(app, { ...table, identify: identifyUser(authenticate) }, services);
  publishDocuments(app, { ...services, stateMachines: buildStateMachines });
  addReadiness(app, services.guard);
  if (services.mailbox) addDevelopmentMailboxPage(app, services.mailbox);
  const isClientBuilt = await serveClient(app, services.clientFolder);
  app.setNotFoundHandler(
    { preHandler: app.rateLimit() },
    notFoundHandler(ENDPOINTS, say, isClientBuilt),
  );
  attachGateway(app, services.gateway);
  return app;
}

function attachGateway(app: FastifyInstance, gateway: SocketGateway): void {
  app.server.on('upgrade', (request, socket, head) => {
    if ((request.url ?? '').split('?', 1)[0] === SOCKET_PATH) {
      gateway.handleUpgrade(request, socket, head);
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
