/** A call's failure that is answered with an error envelope, and the function that sends it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorEnvelope, Meanwhile, SignedRefusal } from '../../../contract/envelope.ts';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Locale } from '../../../contract/languages.ts';
import { localeOfHeader } from './messages.ts';
import type { Say } from './messages.ts';

export interface Fault {
  readonly error: ErrorName;
  /** Names of the faulty fields of an `invalid_request`. */
  readonly fields?: readonly string[] | undefined;
  /** Whole seconds to wait before a retry. */
  readonly retryAfterS?: number | undefined;
  /** The last change of the record, only for `record_changed`. */
  readonly meanwhile?: Meanwhile | undefined;
  /** The proof of the refusal, only for orders of fast contracts. */
  readonly signed?: SignedRefusal | undefined;
}

/** A fault for places where Fastify and its plugins only take a thrown error. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.error);
    this.fault = fault;
  }
}

const FIELDS_LISTED_MAX = 20;
const FIELD_NAME_SHOWN_MAX = 64;

/**
 * Returns the envelope of `fault`, its sentence in `locale`. Field names come from the client and
 * are cut to length.
 */
export function faultEnvelope(fault: Fault, locale: Locale, say: Say): ErrorEnvelope {
  const fields = fault.fields
    ?.slice(0, FIELDS_LISTED_MAX)
    .map((name) => name.slice(0, FIELD_NAME_SHOWN_MAX));
  return {
    code: ERRORS[fault.error].code,
    msg: say(fault.error, locale),
    data: null,
    error: fault.error,
    ...(fields && { fields }),
    ...(fault.retryAfterS !== undefined && { retry_after_s: fault.retryAfterS }),
    ...(fault.meanwhile && { meanwhile: fault.meanwhile }),
    ...(fault.signed && { signed: fault.signed }),
  };
}

/** Answers with status, envelope and, for a wait with a 4xx or 5xx status, `Retry-After`. */
export function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  say: Say,
): FastifyReply {
  const { httpStatus } = ERRORS[fault.error];
  if (fault.retryAfterS !== undefined && httpStatus >= 400)
    void reply.header('retry-after', String(fault.retryAfterS));
  return reply
    .code(httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(faultEnvelope(fault, localeOfHeader(request.headers['lang']), say));
}
