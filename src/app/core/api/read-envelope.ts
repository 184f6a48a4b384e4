/** Reads the envelope of a response body and checks its shape without zod. */
import type {
  ErrorEnvelope,
  SignedRefusal,
  SuccessEnvelope,
} from '../../../../contract/envelope.ts';
import {
  ERRORS,
  SUCCESS_CODE,
  unknownRefusal,
  type ErrorName,
  type UnknownRefusal,
} from '../../../../contract/errors/catalog.ts';

/** A refusal; one with an unknown name carries its sentence instead. */
type Refusal = Omit<ErrorEnvelope, 'error'> & { readonly error: ErrorName | UnknownRefusal };

const isErrorName = (value: unknown): value is ErrorName =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** Returns the envelope in a reply's body; null if it has none (a proxy's page, an empty reply). */
export function readEnvelope(body: unknown): SuccessEnvelope<unknown> | Refusal | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Readonly<Record<string, unknown>>;
  const { code, msg, data, error } = fields;
  if (typeof code !== 'number' || typeof msg !== 'string') return null;
  if (code === SUCCESS_CODE) return { code, msg, data };
  if (isErrorName(error)) return readRefusal(code, msg, error, fields);
  return msg === '' ? null : readRefusal(code, msg, unknownRefusal(msg), fields);
}

function isSigned(value: unknown): value is SignedRefusal {
  const { text, signature } = (value ?? {}) as Partial<SignedRefusal>;
  return typeof text === 'string' && typeof signature === 'string';
}

function readRefusal(
  code: number,
  msg: string,
  error: Refusal['error'],
  rest: Readonly<Record<string, unknown>>,
): Refusal {
  const { fields, retry_after_s: retryAfterS, signed } = rest;
  return {
    code,
    msg,
    data: null,
    error,
    ...(Array.isArray(fields) && {
      fields: fields.filter((field): field is string => typeof field === 'string'),
    }),
    ...(typeof retryAfterS === 'number' && { retry_after_s: retryAfterS }),
    ...(isSigned(signed) && { signed }),
  };
}
