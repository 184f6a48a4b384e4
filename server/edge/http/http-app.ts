/** The base of every HTTP application of this server, before its calls: limits, headers, forms, faults, the log. */
import rateLimit from '@fastify/rate-limit';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';
import type { OpenPort } from '../../kit/net/open-port.ts';
import { clientOf, trustOf } from './address.ts';
import { compressAnswers } from './compress-answers.ts';
import type { CallGuard } from './call-guard.ts';
import { clientErrorHandler, errorHandler } from './failures.ts';
import { FaultError, sendFault } from './fault.ts';
import type { Say } from './messages.ts';
import { BODY_TYPES } from './request-fields.ts';
import { addSecurityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request for it counts towards the rate limit per minute, as calls do. */
    readonly countsAsCall?: true;
  }
}

export interface HttpAppParts {
  readonly say: Say;
  readonly guard: CallGuard;
  readonly log: Log;
  /** Address on which it is served; the caller calls `serve` when the application is ready. */
  readonly port: OpenPort;
  readonly publicOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-For` is believed; false believes none. */
  readonly trustProxy: false | readonly string[];
  /** Longest body of a call that takes no picture, in bytes. */
  readonly bodyBytesMax: number;
}

/** Time that calls get while the application closes; then they are cut. */
const STOP_GRACE_MS = 1.8 * SECOND_MS;
/** Time in which cut calls are answered before their connections are closed. */
const CUT_ANSWER_MS = SECOND_MS / 5;

/** The contract checks requests and answers; the compilers of Fastify would be loaded at each start for nothing. */
const withoutSchemas = (): never => {
  throw new Error('a route of this server has no schema of Fastify');
};

/** Creates an application without calls. */
export async function createHttpApp(parts: HttpAppParts): Promise<FastifyInstance> {
  const { say, log, trustProxy } = parts;
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Log lines of a request name it themselves, because a logger for each request costs more than
    // the line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: parts.bodyBytesMax,
    schemaController: {
      compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas },
    },
    // Requests that arrive on an open connection during the stop still get an answer in the
    // envelope.
    return503OnClosing: false,
    trustProxy: trustProxy && trustOf(trustProxy),
    serverFactory: (handler) => parts.port.adopt(handler),
    clientErrorHandler: clientErrorHandler(say),
    frameworkErrors: (_error, request, reply) => {
      void sendFault(request, reply, { error: 'invalid_request' }, say);
    },
  });
  app.setErrorHandler(errorHandler(say));
  dropReset(app);
  logRequests(app, log);
  endConnectionsWhenClosing(app, parts.guard);
  takeForms(app);
  compressAnswers(app);
  await addSecurityHeaders(app, parts.publicOrigins);
  await limitRate(app);
  return app;
}

/**
 * Ends requests whose connection was reset before they were read. They have no address that a limit could count, and no
 * answer would arrive.
 */
function dropReset(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done();
    reply.hijack();
    request.raw.destroy();
  });
}

/** Logs the path without its query, so that account names and keys stay out of the log. */
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

/**
 * Closes the connection after each answer during the stop, because keep-alive would delay the stop.
 */
function endConnectionsWhenClosing(app: FastifyInstance, guard: CallGuard): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => {
      guard.close();
      setTimeout(() => app.server.closeAllConnections(), CUT_ANSWER_MS).unref();
    }, STOP_GRACE_MS).unref();
  });
  // A page that is closed during a call leaves no connection, and its call still reads the database.
  app.addHook('onClose', () => guard.settled());
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Keeps bodies as bytes for `request-fields.ts` and rejects every type but forms and JSON. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...BODY_TYPES], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

/**
 * Counts calls and published documents. Files of the app are not counted, because one page loads
 * many of them. The matched route decides, because a path can be spelled in many ways (`/%61pi/…`).
 */
async function limitRate(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: LIMITS.requests_per_minute_per_address,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ ip }) => clientOf(ip),
    allowList: ({ routeOptions, url }) =>
      routeOptions.config.countsAsCall !== true && !(routeOptions.url ?? url).startsWith('/api'),
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
