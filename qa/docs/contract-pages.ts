/** Pages of the wire contract: errors, limits, endpoints, channels. */
import { CHANNELS, SOCKET_CLOSE } from '../../contract/channels.ts';
import { SOCKET_PATH } from '../../contract/socket-path.ts';
import { ensure } from '../../contract/assert.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { OPERATOR_ENDPOINTS } from '../../contract/operator/endpoints.ts';
import type { OperatorEndpoint } from '../../contract/operator/endpoints.ts';
import { OPERATOR_ROUTES } from '../../contract/operator/routes.ts';
import { CLIENT_ERRORS, ERRORS, SOCKET_ERRORS } from '../../contract/errors/catalog.ts';
import { CHAIN_LIMITS, CONTRACT_LIMITS, LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../contract/route.ts';
import { ROUTES } from '../../contract/routes.ts';
import { USER_RECORDS } from '../../contract/user-records.ts';
import { code, codes, page, table } from './markdown.ts';
import { fieldTexts, shapeText } from './schema-text.ts';

type Call = Endpoint | OperatorEndpoint;

/** @param sentences error name → sentence in English. */
export function errorsPage(sentences: Readonly<Record<string, string>>): string {
  return page(
    'Errors',
    'In order of precedence: if several rules are broken, the first one is returned. The sentence is in the language of the `Lang` header.',
    table(
      ['error', 'code', 'HTTP', 'retry without a change', 'in English', 'given by'],
      Object.entries(ERRORS).map(([name, spec]) => [
        code(name),
        String(spec.code),
        String(spec.httpStatus),
        spec.retryable ? 'may succeed' : '',
        sentences[name] ?? '',
        codes(routesGiving(name)),
      ]),
    ),
    '## On the socket',
    table(
      ['error', 'in English'],
      SOCKET_ERRORS.map((name) => [code(name), sentences[name] ?? '']),
    ),
    table(
      ['close code', 'number'],
      Object.entries(SOCKET_CLOSE).map(([name, number]) => [code(name), String(number)]),
    ),
    '## In the app only',
    'Raised by the client itself; they never cross the wire.',
    table(
      ['error', 'code'],
      Object.entries(CLIENT_ERRORS).map(([name, number]) => [code(name), String(number)]),
    ),
  );
}

export function limitsPage(): string {
  return page(
    'Limits',
    'The same table is served as `/limits.json`. Units are the last word of the name.',
    table(
      ['limit', 'value', 'in words'],
      Object.entries({ ...LIMITS, ...CHAIN_LIMITS, ...CONTRACT_LIMITS }).map(([name, value]) => [
        code(name),
        String(value),
        inWords(name, value),
      ]),
    ),
  );
}

export function endpointsPage(): string {
  return callsPage(
    'Endpoints',
    'GET takes a query, POST takes form data (urlencoded or multipart). Every call may also answer `invalid_request`, `method_not_allowed`, `rate_limited`, `internal_error` and `service_unavailable`; a POST also `payload_too_large`, `unsupported_media_type` and `command_expired`; a private one also `unauthorized`, `session_ended` and `user_disabled`. For programs: [openapi.json](openapi.json).',
    ENDPOINTS,
    ROUTES,
  );
}

export function operatorEndpointsPage(): string {
  return callsPage(
    'Endpoints of operators',
    'Only the operators’ own server answers these; everything else is as in [endpoints.md](endpoints.md). Every changing call takes a `reason` and is in the audit log once it is done. For programs: [operator-openapi.json](operator-openapi.json).',
    OPERATOR_ENDPOINTS,
    OPERATOR_ROUTES,
  );
}

function callsPage(
  title: string,
  introduction: string,
  endpoints: Readonly<Record<string, Call>>,
  routes: Readonly<Record<string, Route>>,
): string {
  return page(
    title,
    introduction,
    ...Object.entries(endpoints).map(([name, { method, path, audience }]) => {
      const route = ensure(routes[name], `route of ${name}`);
      const fields = fieldTexts(route.request, 'input');
      return [
        `## ${name}`,
        `${code(`${method} ${path}`)}, for ${audienceText(audience)}.`,
        fields.length === 0
          ? '- takes nothing'
          : `- takes\n${fields.map((field) => `  - ${code(field)}`).join('\n')}`,
        `- gives ${code(shapeText(route.response))}`,
        ...(route.errors.length === 0 ? [] : [`- refuses with ${codes(route.errors)}`]),
      ].join('\n');
    }),
  );
}

export function channelsPage(): string {
  return page(
    'Channels',
    `Subscriptions of ${code(SOCKET_PATH)}: \`{"type":"sub","params":"<channel>", …fields}\`, ended by \`unsub\` with the same fields. In addition, the server answers \`ping\` with \`pong\` and \`hello\` with \`hello\`. Clients need not send either, because the server sends protocol pings, which WebSocket clients answer automatically.`,
    table(
      ['channel', 'fields'],
      Object.entries(CHANNELS).map(([name, schema]) => [
        code(name),
        fieldTexts(schema, 'input').map(code).join('<br>'),
      ]),
    ),
    '## Events of USER',
    'Each has the whole new value: `{"type":"USER","kind":"event","stream":"…","seq":7,"event":{"kind":"<kind>","record":{ … }}}`.',
    table(
      ['kind', 'record'],
      Object.entries(USER_RECORDS).map(([kind, schema]) => [code(kind), code(shapeText(schema))]),
    ),
  );
}

function routesGiving(error: string): string[] {
  return [...Object.entries(ROUTES), ...Object.entries(OPERATOR_ROUTES)]
    .filter(([, { errors }]) => (errors as readonly string[]).includes(error))
    .map(([name]) => name)
    .filter((name, at, names) => names.indexOf(name) === at);
}

function audienceText(audience: Call['audience']): string {
  if (audience === 'anonymous') return 'anyone';
  if (audience === 'operator') return 'a signed-in operator';
  return audience === 'user' ? 'a signed-in user' : 'the holder of a refresh token';
}

/** Returns milliseconds and bytes in larger units: `86400000` of `…_ms` is `1 d`. */
export function inWords(name: string, value: number): string {
  if (/_ms(_|$)/.test(name)) return largest(value, TIME_UNITS);
  return /_bytes(_|$)/.test(name) ? largest(value, BYTE_UNITS) : '';
}

const TIME_UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];
const BYTE_UNITS: readonly (readonly [string, number])[] = [
  ['MiB', 1_048_576],
  ['KiB', 1_024],
];

function largest(value: number, units: readonly (readonly [string, number])[]): string {
  const unit = units.find(([, size]) => value >= size && value % size === 0);
  return unit ? `${value / unit[1]} ${unit[0]}` : '';
}
