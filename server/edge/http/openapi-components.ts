/** The parts that all calls of an OpenAPI document share: envelopes, headers, tokens. */
import { ERRORS, SUCCESS_CODE } from '../../../contract/errors/catalog.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Schema } from './openapi-schemas.ts';
import type { CallShape } from './route-table.ts';

export const errorEnvelope: Schema = {
  type: 'object',
  required: ['code', 'msg', 'data', 'error'],
  properties: {
    code: { type: 'integer', enum: Object.values(ERRORS).map(({ code }) => code) },
    msg: { type: 'string', description: 'A sentence in the language of the Lang header.' },
    data: { type: 'null' },
    error: { type: 'string', enum: Object.keys(ERRORS) },
    fields: { type: 'array', items: { type: 'string' } },
    retry_after_s: { type: 'integer', minimum: 0 },
    meanwhile: {
      type: 'object',
      description: 'Of record_changed: what was last done to the record since it was looked at.',
      required: ['at', 'operator_name', 'action', 'reason'],
      properties: {
        at: { type: 'integer' },
        operator_name: { type: ['string', 'null'] },
        action: { type: ['string', 'null'] },
        reason: { type: ['string', 'null'] },
      },
    },
    signed: {
      type: 'object',
      description:
        'Of placeMicroOrder: the refusal as the exchange signs it, with the key of /index-key.json.',
      required: ['text', 'signature'],
      properties: { text: { type: 'string' }, signature: { type: 'string' } },
    },
  },
};

export const successEnvelope = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', enum: [SUCCESS_CODE] }, msg: { type: 'string' }, data },
});

export const parameters: Readonly<Record<string, Schema>> = {
  Lang: {
    name: 'Lang',
    in: 'header',
    schema: { type: 'string', enum: LOCALES },
    description: `Language of msg and of texts; ${DEFAULT_LOCALE} without it.`,
    example: DEFAULT_LOCALE,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: {
      type: 'string',
      minLength: LIMITS.idempotency_key_length_min,
      maxLength: LIMITS.idempotency_key_length_max,
      pattern: '^[A-Za-z0-9_-]+$',
    },
    description:
      'Made by who sends, a new one for each thing that is wanted. The same key and the same fields again are answered as the first time, and nothing is done twice.',
    example: '018f6f2e-7c1a-7c3e-9b61-2f5c1a6d3e4f',
  },
  CommandExpiresAt: {
    name: 'Command-Expires-At',
    in: 'header',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    description: `Latest time of the server's clock, epoch ms, at which the call may change something: at most ${LIMITS.command_valid_ms_max} ms after the Server-Time of an earlier answer. Later it is refused with command_expired and changes nothing. Without it there is no latest time.`,
    example: 1_767_225_600_000,
  },
};

/** Returns the names of the headers that a call takes. */
export const headersOf = ({ method, takesKey }: CallShape): readonly string[] => [
  'Lang',
  ...(takesKey === true ? ['IdempotencyKey'] : []),
  ...(method === 'POST' ? ['CommandExpiresAt'] : []),
];

export const headers: Readonly<Record<string, Schema>> = {
  RequestId: {
    description: 'An operator finds the request in the log of the server by it.',
    schema: { type: 'string', format: 'uuid' },
  },
  ServerTime: {
    description: 'The clock of the server when it answered, epoch ms.',
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: {
    description: 'Whole seconds until the same can succeed.',
    schema: { type: 'integer', minimum: 0 },
  },
};

const TOKEN_FORM = 'In `Authorization`, as `Bearer <token>`; the bare token is taken too.';

export const SECURITY_SCHEMES: Readonly<Record<string, Schema>> = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: `The accessToken that signing in gives. ${TOKEN_FORM}`,
  },
  refreshToken: {
    type: 'http',
    scheme: 'bearer',
    description: `The refreshToken that signing in gives, for new tokens and nothing else. ${TOKEN_FORM}`,
  },
};

/** Returns the name of the token that a call needs; null for none. */
export const tokenOfAudience = (audience: string): string | null =>
  audience === 'anonymous' ? null : audience === 'refresh' ? 'refreshToken' : 'accessToken';
