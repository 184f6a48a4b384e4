/** Reads the latest execution time that a client gave its command, and rejects commands past it. */
import type { FastifyRequest } from 'fastify';
import { COMMAND_EXPIRY_HEADER } from '../../../contract/command-headers.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { commandExpiry } from '../../../contract/schemas/command.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { CallShape, Step } from './route-table.ts';

/**
 * Returns the expiry of the request. A call with an idempotency key is not rejected here: a late
 * repeat gets the answer of the first attempt, and the service that would carry it out checks the
 * deadline.
 */
export function readExpiry(
  { headers }: FastifyRequest,
  { method, takesKey }: CallShape,
  clock: Clock,
): Step<EpochMs | undefined> {
  const header = headers[COMMAND_EXPIRY_HEADER];
  if (header === undefined || method !== 'POST') return { ok: true, value: undefined };
  const expiry = commandExpiry.safeParse(header);
  const now = clock.now();
  if (!expiry.success || expiry.data - now > LIMITS.command_valid_ms_max)
    return { ok: false, fault: { error: 'invalid_request', fields: [COMMAND_EXPIRY_HEADER] } };
  if (now > expiry.data && takesKey !== true)
    return { ok: false, fault: { error: 'command_expired' } };
  return { ok: true, value: expiry.data };
}
