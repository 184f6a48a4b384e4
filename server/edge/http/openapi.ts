/** The OpenAPI 3.1 description of the calls, made from the tables the server registers from. */
import { ensure } from '../../../contract/assert.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ROUTES } from '../../../contract/routes.ts';
import type { Route } from '../../../contract/route.ts';
import * as accounts from '../../../contract/wallet/accounts.ts';
import * as contents from '../../../contract/content/content.ts';
import * as fiatMarket from '../../../contract/fiat/fiat-market.ts';
import * as fiatOrder from '../../../contract/fiat/fiat-order.ts';
import * as identity from '../../../contract/identity/identity.ts';
import * as market from '../../../contract/market/market.ts';
import * as feedback from '../../../contract/feedback/feedback.ts';
import * as people from '../../../contract/people/people.ts';
import { PICTURE_TYPES } from '../../../contract/schemas/pictures.ts';
import * as security from '../../../contract/identity/security.ts';
import * as spot from '../../../contract/spot/spot.ts';
import * as verification from '../../../contract/verification/verification.ts';
import * as wallet from '../../../contract/wallet/wallet.ts';
import {
  errorEnvelope,
  headers,
  headersOf,
  parameters,
  SECURITY_SCHEMES,
  successEnvelope,
  tokenOfAudience,
} from './openapi-components.ts';
import { pascal, refTo, requestSchema, resultSchemas } from './openapi-schemas.ts';
import type { ResultSchemas, Schema, SchemaFile } from './openapi-schemas.ts';
import { BODY_TYPES, MULTIPART } from './request-fields.ts';
import type { CallShape } from './route-table.ts';

const JSON_TYPE = 'application/json';

/** Errors that every call may answer. */
const COMMON: readonly ErrorName[] = [
  'invalid_request',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const OF_POSTS: readonly ErrorName[] = [
  'payload_too_large',
  'unsupported_media_type',
  'command_expired',
];
const WITH_TOKEN: readonly ErrorName[] = ['unauthorized', 'session_ended', 'user_disabled'];

const failure = refTo('Error');
const FAILURE: Schema = { [JSON_TYPE]: { schema: failure } };
const BYTES: Schema = { type: 'string', format: 'binary' };

/** The calls of one application. */
export interface DescribedCalls {
  readonly title: string;
  readonly description: string;
  readonly endpoints: Readonly<Record<string, CallShape>>;
  readonly routes: Readonly<Record<string, Route>>;
  /** Schema files whose exports become components of the same name. */
  readonly schemas: readonly SchemaFile[];
}

const PUBLIC_CALLS: DescribedCalls = {
  title: 'Meridian',
  description:
    'Calls of the Meridian exchange. A body is JSON or a form, one flat object of fields; a field that may be left out counts as absent when it is blank. Amounts are decimal text. Every answer is an envelope: `code` 1 and `data`, or the code and the name of an error.',
  endpoints: ENDPOINTS,
  routes: ROUTES,
  schemas: [
    accounts,
    contents,
    feedback,
    fiatMarket,
    fiatOrder,
    identity,
    market,
    people,
    security,
    spot,
    verification,
    wallet,
  ],
};

/** The inputs of a document's parts. */
interface Parts {
  readonly results: ResultSchemas;
  /** Schemas of bodies by name, filled by the calls with a body. */
  readonly bodies: Record<string, Schema>;
}

/** Returns the whole document; by default that of the exchange's calls. */
export function buildOpenApi(calls: DescribedCalls = PUBLIC_CALLS): Schema {
  const { title, description, endpoints, routes, schemas } = calls;
  const parts: Parts = { results: resultSchemas(enveloped(calls), schemas), bodies: {} };
  const paths = Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => {
      const route = ensure(routes[name], `route of ${name}`);
      const described = operation(name, endpoint, route, parts);
      return [endpoint.path, { [endpoint.method.toLowerCase()]: described }];
    }),
  );
  const shapes = Object.values(endpoints);
  const audiences = new Set(shapes.map(({ audience }) => tokenOfAudience(audience)));
  const taken = new Set(shapes.flatMap(headersOf));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      contact: { name: 'Whoever runs this exchange' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: [...new Set(shapes.map(tagOf))].map((name) => ({
      name,
      description: `Calls of ${name.replaceAll('_', ' ')}.`,
    })),
    paths,
    components: {
      schemas: { Error: errorEnvelope, ...parts.bodies, ...parts.results.components },
      parameters: only(parameters, (name) => taken.has(name)),
      headers,
      securitySchemes: only(SECURITY_SCHEMES, (name) => audiences.has(name)),
    },
  };
}

/** Routes whose results are wrapped in an envelope. */
const enveloped = ({ endpoints, routes }: DescribedCalls): DescribedCalls['routes'] =>
  Object.fromEntries(Object.entries(routes).filter(([name]) => !endpoints[name]?.answersBytes));

const only = (table: Readonly<Record<string, Schema>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => isWanted(name)));

/** Returns the tag in `/api/<application>/<tag>/…`. */
const tagOf = ({ path }: CallShape): string => {
  const [, , application = '', tag = ''] = path.split('/');
  return tag === '' ? application : tag;
};

/** Turns `listOpenOrders` into `List open orders`. */
const summaryOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
};

function operation(name: string, endpoint: CallShape, route: Route, parts: Parts): Schema {
  const isRead = endpoint.method === 'GET';
  const token = tokenOfAudience(endpoint.audience);
  const listed = headersOf(endpoint).map((header) => ({
    $ref: `#/components/parameters/${header}`,
  }));
  return {
    operationId: name,
    summary: summaryOf(name),
    description: descriptionOf(endpoint, route),
    tags: [tagOf(endpoint)],
    parameters: [...listed, ...(isRead ? queryParameters(requestSchema(route.request)) : [])],
    ...(!isRead && { requestBody: bodyOf(name, endpoint, route, parts) }),
    security: token === null ? [] : [{ [token]: [] }],
    responses: responses(endpoint, route, parts.results),
  };
}

function descriptionOf({ audience, takesKey }: CallShape, { errors }: Route): string {
  const sentences = [
    audience === 'anonymous' ? 'Needs no token.' : `Needs the ${tokenOfAudience(audience) ?? ''}.`,
    ...(takesKey === true ? ['Runs once per Idempotency-Key.'] : []),
    ...(errors.length > 0 ? [`Refusals of its own: ${[...new Set(errors)].join(', ')}.`] : []),
  ];
  return sentences.join(' ');
}

function bodyOf(name: string, endpoint: CallShape, route: Route, { bodies }: Parts): Schema {
  const input = requestSchema(route.request);
  if (endpoint.takesPicture === true)
    return { required: true, content: { [MULTIPART]: { schema: withPicture(input) } } };
  const body = `${pascal(name)}Body`;
  bodies[body] = input;
  const content = Object.fromEntries(BODY_TYPES.map((type) => [type, { schema: refTo(body) }]));
  return { required: requiredOf(input).size > 0, content };
}

/** Adds the field with the picture's bytes, which the schema of a text form cannot express. */
const withPicture = (input: Schema): Schema => ({
  ...input,
  properties: { ...(input['properties'] as Schema), file: BYTES },
  required: [...new Set([...requiredOf(input), 'file'])],
});

function queryParameters(input: Schema): readonly Schema[] {
  const required = requiredOf(input);
  const properties = (input['properties'] ?? {}) as Record<string, Schema>;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

const requiredOf = (input: Schema): ReadonlySet<string> =>
  new Set((input['required'] as readonly string[] | undefined) ?? []);

/** Responses by HTTP status: 200 holds the result and the refusals of well-formed requests. */
function responses(endpoint: CallShape, route: Route, schemas: ResultSchemas): Schema {
  const errors = [
    ...COMMON,
    ...(endpoint.method === 'POST' ? OF_POSTS : []),
    ...(endpoint.audience === 'anonymous' ? [] : WITH_TOKEN),
    ...route.errors,
  ];
  const byStatus = new Map<number, Set<ErrorName>>([[200, new Set()]]);
  for (const error of errors) {
    const { httpStatus } = ERRORS[error];
    byStatus.set(httpStatus, (byStatus.get(httpStatus) ?? new Set()).add(error));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => {
      const listed = [...names].join(', ');
      const description = status === 200 ? `Result${listed && `, or: ${listed}`}` : listed;
      const content = status === 200 ? results(endpoint, route, names.size > 0, schemas) : FAILURE;
      return [String(status), { description, headers: headersOfAnswer(names), content }];
    }),
  );
}

const headersOfAnswer = (errors: ReadonlySet<ErrorName>): Schema => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'Server-Time': { $ref: '#/components/headers/ServerTime' },
  ...([...errors].some((error) => ERRORS[error].retryable && ERRORS[error].httpStatus >= 400) && {
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  }),
});

function results(
  endpoint: CallShape,
  route: Route,
  mayRefuse: boolean,
  schemas: ResultSchemas,
): Schema {
  if (endpoint.answersBytes)
    return {
      ...Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: BYTES }])),
      ...FAILURE,
    };
  const success = successEnvelope(schemas.of(route.response));
  // The `code` values of the two schemas do not overlap, so `code` distinguishes them.
  return { [JSON_TYPE]: { schema: mayRefuse ? { oneOf: [success, failure] } : success } };
}
