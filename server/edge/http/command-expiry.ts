/** The latest time that a sender gave its command, and the refusal of what comes later. */
import type { FastifyRequest } from 'fastify';
import { COMMAND_EXPIRY_HEADER } from '../../../contract/command-headers.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { commandExpiry } from '../../../contract/schemas/command.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { CallShape, Step } from './route-table.ts';

/**
 * A call that takes a key may be late: it is answered as the first time where it was carried out in
 * time, and whoever would carry it out asks its deadline.
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
