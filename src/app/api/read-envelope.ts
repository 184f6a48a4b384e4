import type { Envelope, ErrorEnvelope } from '../../../contract/envelope.ts';
import { ERRORS, SUCCESS_CODE, type ErrorName } from '../../../contract/errors/catalogue.ts';

const isErrorName = (value: unknown): value is ErrorName =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** The envelope in a reply's body; null when the body is none (a proxy's page, an empty reply). */
export function readEnvelope(body: unknown): Envelope<unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Readonly<Record<string, unknown>>;
  const { code, msg, data, error } = fields;
  if (typeof code !== 'number' || typeof msg !== 'string') return null;
  if (code === SUCCESS_CODE) return { code, msg, data };
  return isErrorName(error) ? readRefusal(code, msg, error, fields) : null;
}

function readRefusal(
  code: number,
  msg: string,
  error: ErrorName,
  rest: Readonly<Record<string, unknown>>,
): ErrorEnvelope {
  const { fields, retry_after_s: retryAfterS } = rest;
  return {
    code,
    msg,
    data: null,
    error,
    ...(Array.isArray(fields) && {
      fields: fields.filter((field): field is string => typeof field === 'string'),
    }),
    ...(typeof retryAfterS === 'number' && { retry_after_s: retryAfterS }),
  };
}
