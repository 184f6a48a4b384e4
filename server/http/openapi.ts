/** The OpenAPI 3.1 description of the calls, made from the tables the server registers from. */
import { z } from 'zod';
import { ensure } from '../../contract/assert.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { ERRORS, SUCCESS_CODE } from '../../contract/errors/catalogue.ts';
import type { ErrorName } from '../../contract/errors/catalogue.ts';
import { LOCALES } from '../../contract/languages.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { Route } from '../../contract/route.ts';
import { PICTURE_TYPES } from '../../contract/schemas/pictures.ts';
import { BODY_TYPES, MULTIPART } from './request-fields.ts';
import type { CallShape } from './route-table.ts';

type Schema = Record<string, unknown>;

const JSON_TYPE = 'application/json';

/** Errors that any call may give. */
const COMMON: readonly ErrorName[] = [
  'invalid_request',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const WITH_BODY: readonly ErrorName[] = ['payload_too_large', 'unsupported_media_type'];
const WITH_TOKEN: readonly ErrorName[] = ['unauthorized', 'session_ended', 'user_disabled'];

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      if (zodSchema instanceof z.ZodCodec && zodSchema.out instanceof z.ZodNumber)
        describeNumber(written, zodSchema.out);
    },
  });
  return rest;
};

/** Queries and forms carry text only, so the wire does not tell a number from its digits: its bounds say more. */
function describeNumber(written: Schema, number: z.ZodNumber): void {
  delete written['pattern'];
  const { $schema: _, ...bounds } = z.toJSONSchema(number);
  Object.assign(written, bounds);
}

const errorEnvelope: Schema = {
  type: 'object',
  required: ['code', 'msg', 'data', 'error'],
  properties: {
    code: { type: 'integer', enum: Object.values(ERRORS).map(({ code }) => code) },
    msg: { type: 'string', description: 'A sentence in the language of the Lang header.' },
    data: { type: 'null' },
    error: { type: 'string', enum: Object.keys(ERRORS) },
    fields: { type: 'array', items: { type: 'string' } },
    retry_after_s: { type: 'integer', minimum: 0 },
  },
};

const successEnvelope = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { const: SUCCESS_CODE }, msg: { type: 'string' }, data },
});

const failure: Schema = { $ref: '#/components/schemas/Error' };
const FAILURE: Schema = { [JSON_TYPE]: { schema: failure } };
const BYTES: Schema = { type: 'string', format: 'binary' };

/** The calls of one application. */
export interface DescribedCalls {
  readonly title: string;
  readonly description: string;
  readonly endpoints: Readonly<Record<string, CallShape>>;
  readonly routes: Readonly<Record<string, Route>>;
}

const PUBLIC_CALLS: DescribedCalls = {
  title: 'Meridian',
  description: 'Calls of the Meridian exchange.',
  endpoints: ENDPOINTS,
  routes: ROUTES,
};

/** The whole document; without calls of another application, that of the exchange. */
export function buildOpenApi(calls: DescribedCalls = PUBLIC_CALLS): Schema {
  const { title, description, endpoints, routes } = calls;
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    paths: Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => {
        const route = ensure(routes[name], `route of ${name}`);
        return [
          endpoint.path,
          { [endpoint.method.toLowerCase()]: operation(name, endpoint, route) },
        ];
      }),
    ),
    components: {
      schemas: { Error: errorEnvelope },
      parameters: {
        Lang: {
          name: 'Lang',
          in: 'header',
          schema: { type: 'string', enum: LOCALES },
          description: 'Language of msg and of texts.',
        },
      },
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
        refreshToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    },
  };
}

function operation(name: string, endpoint: CallShape, route: Route): Schema {
  const input = jsonSchema(route.request, 'input');
  const isRead = endpoint.method === 'GET';
  const parameters = [
    { $ref: '#/components/parameters/Lang' },
    ...(isRead ? queryParameters(input) : []),
  ];
  const content = endpoint.takesPicture
    ? { [MULTIPART]: { schema: withPicture(input) } }
    : Object.fromEntries(BODY_TYPES.map((type) => [type, { schema: input }]));
  return {
    operationId: name,
    parameters,
    ...(!isRead && { requestBody: { required: requiredOf(input).size > 0, content } }),
    ...(endpoint.audience !== 'anonymous' && {
      security: [{ [endpoint.audience === 'refresh' ? 'refreshToken' : 'accessToken']: [] }],
    }),
    responses: responses(endpoint, route),
  };
}

/** The field that brings the picture: its bytes, which the schema of a form of text can not say. */
const withPicture = (input: Schema): Schema => ({
  ...input,
  properties: { ...(input['properties'] as Schema), file: BYTES },
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

/** By HTTP status: 200 holds the result and the refusals of well-formed requests. */
function responses(endpoint: CallShape, route: Route): Schema {
  const errors = [
    ...COMMON,
    ...(endpoint.method === 'POST' ? WITH_BODY : []),
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
      const content = status === 200 ? results(endpoint, route, names.size > 0) : FAILURE;
      return [String(status), { description, content }];
    }),
  );
}

function results(endpoint: CallShape, route: Route, mayRefuse: boolean): Schema {
  if (endpoint.answersBytes)
    return {
      ...Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: BYTES }])),
      ...FAILURE,
    };
  const success = successEnvelope(jsonSchema(route.response, 'output'));
  return { [JSON_TYPE]: { schema: mayRefuse ? { anyOf: [success, failure] } : success } };
}
