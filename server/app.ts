/** The HTTP application, composed and not yet listening: calls, documents, the built app, the socket. */
import rateLimit from '@fastify/rate-limit';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH } from '../contract/socket-path.ts';
import { LIMITS } from '../contract/limits.ts';
import type { PasswordProfile } from '../contract/password-policy.ts';
import { MINUTE_MS, SECOND_MS } from '../contract/time.ts';
import { clientErrorHandler, errorHandler } from './http/failures.ts';
import { compressAnswers } from './http/compress-answers.ts';
import { addDevelopmentMailboxPage } from './http/development-mailbox-page.ts';
import { FaultError, sendFault } from './http/fault.ts';
import { notFoundHandler } from './http/not-found.ts';
import { publishDocuments } from './http/published.ts';
import { registerRoutes } from './http/register-routes.ts';
import type { RouteServices } from './http/register-routes.ts';
import { BODY_TYPES } from './http/request-fields.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveClient } from './http/static-client.ts';
import type { Log } from './log.ts';
import type { DevelopmentMailbox } from './notify/development-mailbox.ts';

/** What takes the connections of `/ws`. */
export interface SocketGateway {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface AppServices extends RouteServices {
  readonly gateway: SocketGateway;
  readonly mailbox: DevelopmentMailbox | undefined;
  readonly log: Log;
  /** Folder of the built app. */
  readonly clientFolder: string;
  readonly publicOrigins: readonly string[];
  /** Whose `X-Forwarded-For` is believed; false: nobody's. */
  readonly trustProxy: false | readonly string[];
  readonly passwordProfile: PasswordProfile;
}

const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
/** How long requests under way may take once the application is being closed. */
const STOP_GRACE_MS = 2 * SECOND_MS;

/** Composes the application; `listen` and `close` are the caller's. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { say, log } = services;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Lines about a request name it by themselves: a logger for each request costs more than the line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: LIMITS.body_bytes_max,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while stopping is still answered, in the envelope.
    return503OnClosing: false,
    trustProxy: services.trustProxy && [...services.trustProxy],
    // An offer of another protocol (`h2c` of curl and Java) may be ignored: it is an ordinary request.
    http: { shouldUpgradeCallback: ({ headers }) => /^websocket$/i.test(headers.upgrade ?? '') },
    clientErrorHandler: clientErrorHandler(say),
    frameworkErrors: (_error, request, reply) => {
      void sendFault(request, reply, { error: 'invalid_request' }, say);
    },
  });
  app.setErrorHandler(errorHandler(say));
  logRequests(app, log);
  endConnectionsWhenClosing(app);
  takeForms(app);
  compressAnswers(app);
  await addSecurityHeaders(app, services.publicOrigins);
  await limitRate(app);
  registerRoutes(app, services);
  publishDocuments(app, services);
  if (services.mailbox) addDevelopmentMailboxPage(app, services.mailbox);
  const isClientBuilt = await serveClient(app, services.clientFolder);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, notFoundHandler(say, isClientBuilt));
  attachGateway(app, services.gateway);
  return app;
}

/** Path without its query: account names and keys stay out of the log. */
function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('debug')) return;
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** An answer given while stopping is the last of its connection; otherwise keep-alive holds the stop up. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Bodies are kept as bytes for `request-fields.ts`; every type but the two forms is refused. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...BODY_TYPES], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

/**
 * Files of the app are not counted: one page is many of them. What counts is the route that was
 * found: a path can be spelled in many ways (`/%61pi/…`).
 */
async function limitRate(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: LIMITS.requests_per_minute_per_address,
    timeWindow: MINUTE_MS,
    allowList: (request) => !(request.routeOptions.url ?? request.url).startsWith('/api'),
    errorResponseBuilder: (_request, { ttl }) =>
      new FaultError({ error: 'rate_limited', retryAfterS: Math.ceil(ttl / SECOND_MS) }),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  });
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
