/**
 * Answers every failure before or inside a handler with the error envelope, which never contains the error's own text.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { ERRORS } from '../../../contract/errors/catalog.ts';
import { DEFAULT_LOCALE } from '../../../contract/languages.ts';
import { isDatabaseUnavailable } from '../../kit/db/transaction.ts';
import { FaultError, faultEnvelope, sendFault } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Say } from './messages.ts';
import { letBodyPass } from './long-bodies.ts';
import { isPictureUpload } from './picture-traffic.ts';

const FAULT_OF_FASTIFY_CODE: Readonly<Record<string, Fault>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { error: 'unsupported_media_type' },
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: { error: 'unsupported_media_type' },
};

const isTooLong = ({ code }: FastifyError): boolean => code === 'FST_ERR_CTP_BODY_TOO_LARGE';

/**
 * Returns the handler for `setErrorHandler`: expected faults get their name, all others
 * `internal_error` with the cause in the log.
 */
export function errorHandler(say: Say) {
  return async (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (isTooLong(error)) await letBodyPass(request);
    const fault = faultOf(error, request);
    if (ERRORS[fault.error].httpStatus >= 500)
      request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendFault(request, reply, fault, say);
  };
}

function faultOf(error: FastifyError, request: FastifyRequest): Fault {
  if (error instanceof FaultError) return error.fault;
  if (isTooLong(error))
    return { error: isPictureUpload(request) ? 'file_too_large' : 'payload_too_large' };
  const known = FAULT_OF_FASTIFY_CODE[error.code];
  if (known) return known;
  if (isDatabaseUnavailable(error)) return { error: 'service_unavailable', retryAfterS: 5 };
  const status = error.statusCode ?? 500;
  // Paths that the static files refuse (folders, `..`) must look as if they do not exist.
  if (status === 403 || status === 404) return { error: 'route_not_found' };
  return { error: status >= 400 && status < 500 ? 'invalid_request' : 'internal_error' };
}

/**
 * Returns the handler for `clientErrorHandler`, which answers bytes that are no HTTP request and
 * closes the connection.
 */
export function clientErrorHandler(say: Say) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const fault: Fault = { error: isTooLarge ? 'payload_too_large' : 'invalid_request' };
    const body = JSON.stringify(faultEnvelope(fault, DEFAULT_LOCALE, say));
    const head = [
      isTooLarge ? 'HTTP/1.1 413 Payload Too Large' : 'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
    ].join('\r\n');
    socket.end(`${head}\r\n\r\n${body}`);
  };
}
