/** Registers every call of `contract/endpoints.ts`: reads it, knows who asks, lets the handler answer, encodes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Audience, Endpoint, EndpointName } from '../../contract/endpoints.ts';
import { SUCCESS_CODE } from '../../contract/errors/catalogue.ts';
import type { SuccessEnvelope } from '../../contract/envelope.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ROUTES } from '../../contract/routes.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Clock } from '../../contract/time.ts';
import { sendFault } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Authenticate, CallContext, Handlers, IdempotencyKey, SignedIn } from './handlers.ts';
import { localeOfHeader } from './messages.ts';
import type { Say } from './messages.ts';
import { readFields } from './request-fields.ts';

export interface RouteServices {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly say: Say;
}

interface AnyContext extends CallContext {
  readonly signedIn?: SignedIn;
  readonly refreshToken?: string;
  readonly idempotencyKey?: IdempotencyKey;
}
/** A handler whose request was decoded, and whose context was made, by the table it is typed by. */
type AnyHandler = (request: unknown, context: AnyContext) => Promise<Result<unknown>>;
type Credentials = Pick<AnyContext, 'signedIn' | 'refreshToken'>;
type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; fault: Fault };

/** Long enough to be unique, and nothing that could be mistaken in a log. */
const IDEMPOTENCY_KEY = new RegExp(
  `^[A-Za-z0-9_-]{${LIMITS.idempotency_key_length_min},${LIMITS.idempotency_key_length_max}}$`,
);
const endpointNames = Object.keys(ENDPOINTS) as EndpointName[];
/** What a token can look like at all; anything else is not looked up. */
const TOKEN = /^(?:bearer +)?([\w.~+/-]{16,512}=*)$/i;

/** Adds all routes to `app`. */
export function registerRoutes(app: FastifyInstance, services: RouteServices): void {
  for (const name of endpointNames) registerRoute(app, name, services);
}

function registerRoute(app: FastifyInstance, name: EndpointName, services: RouteServices): void {
  const { method, path, audience, movesMoney }: Endpoint = ENDPOINTS[name];
  const handler = services.handlers[name] as unknown as AnyHandler;
  const { request: requestSchema, response: responseSchema } = ROUTES[name];
  app.route({
    method,
    url: path,
    async handler(request, reply) {
      void reply.header('cache-control', 'no-store');
      const now = services.clock.now();
      const credentials = await identify(request, audience, services.authenticate, now);
      if (!credentials.ok) return sendFault(request, reply, credentials.fault, services.say);
      const decoded = await decodeRequest(request, requestSchema);
      if (!decoded.ok) return sendFault(request, reply, decoded.fault, services.say);
      const answer = await handler(decoded.value, {
        now,
        locale: localeOfHeader(request.headers['lang']),
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
        ...credentials.value,
        ...(movesMoney && { idempotencyKey: readIdempotencyKey(request) }),
      });
      if (!answer.ok) return sendFault(request, reply, answer, services.say);
      const data: unknown = responseSchema.encode(answer.value as never);
      return { code: SUCCESS_CODE, msg: 'ok', data } satisfies SuccessEnvelope<unknown>;
    },
  });
}

async function identify(
  request: FastifyRequest,
  audience: Audience,
  authenticate: Authenticate,
  now: number,
): Promise<Step<Credentials>> {
  if (audience === 'anonymous') return { ok: true, value: {} };
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return { ok: false, fault: { error: 'unauthorized' } };
  if (audience === 'refresh') return { ok: true, value: { refreshToken: token } };
  const session = await authenticate(token, now);
  return session.ok
    ? { ok: true, value: { signedIn: session.value } }
    : { ok: false, fault: session };
}

function readIdempotencyKey(request: FastifyRequest): IdempotencyKey {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key)
    ? ok(key)
    : refuse('idempotency_key_required');
}

async function decodeRequest(request: FastifyRequest, schema: z.ZodType): Promise<Step<unknown>> {
  const fields = await readFields(request);
  if (!fields.ok) return fields;
  const decoded = schema.safeParse(fields.value);
  if (decoded.success) return { ok: true, value: decoded.data };
  const names = decoded.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
  );
  return { ok: false, fault: { error: 'invalid_request', fields: [...new Set(names)] } };
}
