/** Registers the calls of a table: decodes the request, identifies the caller, runs the handler, encodes the result. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ensure } from '../../../contract/assert.ts';
import { SERVER_TIME_HEADER } from '../../../contract/command-headers.ts';
import { SUCCESS_CODE } from '../../../contract/errors/catalog.ts';
import type { SuccessEnvelope } from '../../../contract/envelope.ts';
import type { Locale } from '../../../contract/languages.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Route } from '../../../contract/route.ts';
import { idempotencyKeyField } from '../../../contract/schemas/command.ts';
import type { PictureBytes } from '../../../contract/schemas/pictures.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { KeyedBound } from '../../kit/queue/concurrency.ts';
import { orBusy } from '../../kit/queue/or-busy.ts';
import { clientOf } from './address.ts';
import type { CallGuard, CallKind } from './call-guard.ts';
import { readExpiry } from './command-expiry.ts';
import { sendFault } from './fault.ts';
import { fieldRulesOf } from './field-rules.ts';
import type { CallContext, IdempotencyKey, SignedIn } from '../../kit/http/handlers.ts';
import { localeOfHeader } from './messages.ts';
import type { Say } from './messages.ts';
import { pictureUploadOptions, sendPicture } from './picture-traffic.ts';
import { readFields } from './request-fields.ts';
import type { Fields } from './request-fields.ts';
import type { CallShape, RouteTable, Step } from './route-table.ts';

export interface RouteServices {
  readonly clock: Clock;
  readonly guard: CallGuard;
  readonly say: Say;
}

/** A request with the address of its sender. */
interface Asked {
  readonly request: FastifyRequest;
  /** Read once, because each look at it reads the headers again, and a connection that closes later has none. */
  readonly address: string;
}

/**
 * Computes the origin when a handler reads it, because few handlers do. The object must not be
 * spread.
 */
class RequestContext implements CallContext {
  readonly now: EpochMs;
  readonly locale: Locale;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly expiresAt: EpochMs | undefined;
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly #request: FastifyRequest;

  constructor(
    { request, address }: Asked,
    now: EpochMs,
    expiresAt: EpochMs | undefined,
    { takesKey }: CallShape,
  ) {
    this.now = now;
    this.locale = localeOfHeader(request.headers['lang']);
    this.address = address;
    this.userAgent = request.headers['user-agent'] ?? '';
    this.requestId = request.id;
    this.expiresAt = expiresAt;
    this.idempotencyKey = takesKey && readIdempotencyKey(request);
    this.#request = request;
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`;
  }
}

/** A handler that receives the decoded request and the context of its own table. */
type AnyHandler = (request: unknown, context: CallContext) => Promise<Result<unknown>>;

/**
 * Changes of one user that may be under way. Many of them lock the same rows of the user, so that each of them
 * holds a connection while it waits for the others.
 */
const CHANGES_OF_USER_MAX = 100;

interface Call {
  readonly endpoint: CallShape;
  readonly route: Route;
  readonly handler: AnyHandler;
  readonly identify: RouteTable['identify'];
}

/** Adds all calls of `table` to `app`. */
export function registerRoutes(
  app: FastifyInstance,
  { endpoints, routes, handlers, identify }: RouteTable,
  services: RouteServices,
): void {
  sendTime(app, services.clock);
  const changes = new KeyedBound(CHANGES_OF_USER_MAX);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const route = ensure(routes[name], `route of ${name}`);
    // The type of the table proves that each call has a handler.
    registerRoute(
      app,
      { endpoint, route, handler: handlers[name] as AnyHandler, identify },
      { ...services, changes },
    );
  }
}

/**
 * Adds the server time to every answer below `/api/`, even if the call was refused before routing, as
 * for a wrong method.
 */
function sendTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', ({ routeOptions, url }, reply, payload, done) => {
    if ((routeOptions.url ?? url).startsWith('/api/'))
      void reply.header(SERVER_TIME_HEADER, String(clock.now()));
    done(null, payload);
  });
}

interface CallServices extends RouteServices {
  /** Holds each user's changes that are under way. */
  readonly changes: KeyedBound;
}

const kindOf = ({ method, worksFromMemory }: CallShape): CallKind => ({
  isRead: method === 'GET',
  isFromMemory: worksFromMemory === true,
});

function registerRoute(app: FastifyInstance, call: Call, services: CallServices): void {
  const { endpoint } = call;
  const answer = answering(call, services);
  const kind = kindOf(endpoint);
  app.route({
    ...(endpoint.takesPicture && pictureUploadOptions()),
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      void reply.header('cache-control', 'no-store');
      // Sent here, because a call that was cut may end after its answer was sent.
      const asked = { request, address: request.ip };
      const answered = await services.guard.run(kind, clientOf(asked.address), () => answer(asked));
      if (!answered.ok) return sendFault(request, reply, answered.fault, services.say);
      if (endpoint.answersBytes) return sendPicture(reply, answered.value as PictureBytes);
      return {
        code: SUCCESS_CODE,
        msg: 'ok',
        data: answered.value,
      } satisfies SuccessEnvelope<unknown>;
    },
  });
}

/** Returns the function that runs a call. Its value is the encoded answer, or the fault. */
function answering(
  { endpoint, route, handler, identify }: Call,
  { clock, guard, changes }: CallServices,
) {
  const rules = fieldRulesOf(route.request);
  const kind = kindOf(endpoint);
  return async (asked: Asked): Promise<Step<unknown>> => {
    const { request } = asked;
    const now = clock.now();
    const asker = await identify(request, endpoint.audience, now);
    if (!asker.ok) return asker;
    const fields = readFields(request, endpoint.takesPicture === true, rules);
    const decoded = decodeFields(fields instanceof Promise ? await fields : fields, route.request);
    if (!decoded.ok) return decoded;
    const expiry = readExpiry(request, endpoint, clock);
    if (!expiry.ok) return expiry;
    const context = new RequestContext(asked, now, expiry.value, endpoint);
    const run = () => handler(decoded.value, Object.assign(context, asker.value));
    guard.refuseWhileBusy(kind);
    const userId = kind.isRead || kind.isFromMemory ? undefined : userIdOf(asker.value);
    const answer = await orBusy(userId === undefined ? run() : changes.run(String(userId), run));
    if (!answer.ok) return { ok: false, fault: answer };
    return { ok: true, value: route.response.encode(answer.value as never) };
  };
}

const userIdOf = (asker: { readonly signedIn?: SignedIn }): number | undefined =>
  asker.signedIn?.userId;

function readIdempotencyKey(request: FastifyRequest): IdempotencyKey {
  const key = idempotencyKeyField.safeParse(request.headers['idempotency-key']);
  return key.success ? ok(key.data) : refuse('idempotency_key_required');
}

function decodeFields(fields: Step<Fields>, schema: z.ZodType): Step<unknown> {
  if (!fields.ok) return fields;
  const decoded = schema.safeParse(fields.value);
  if (decoded.success) return { ok: true, value: decoded.data };
  const names = decoded.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys
      : issue.path.slice(0, 1).map(String),
  );
  return { ok: false, fault: { error: 'invalid_request', fields: [...new Set(names)] } };
}
