/** Commands that change something once per `Idempotency-Key`, their latest time, and what became of them. */
import { z } from 'zod';
import { ENDPOINTS, type Endpoint, type KeyedEndpointName } from '../endpoints.ts';
import { ERRORS, type ErrorName } from '../errors/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { recordIdField, wholeNumber } from './fields.ts';

/** What `Command-Expires-At` holds, see `command-headers.ts`. */
export const commandExpiry = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** Long enough to be unique, and nothing that could be mistaken in a log. */
export const idempotencyKeyField = z
  .string()
  .regex(
    new RegExp(
      `^[A-Za-z0-9_-]{${LIMITS.idempotency_key_length_min},${LIMITS.idempotency_key_length_max}}$`,
    ),
  );

const keyed = Object.entries<Endpoint>(ENDPOINTS).filter(([, { takesKey }]) => takesKey);
const KEYED_PATHS = keyed.map(([, { path }]) => path) as KeyedPath[];

/** Path of a call that takes an `Idempotency-Key`. */
export type KeyedPath = (typeof ENDPOINTS)[KeyedEndpointName]['path'];

export const commandOutcomeQuery = z.strictObject({
  /** Of the call that was made, e.g. `/api/private/spot/place_order`: each call has keys of its own. */
  path: z.enum(KEYED_PATHS),
  idempotency_key: idempotencyKeyField,
  /** As it was sent with the command; left out where none was. */
  expires_at: commandExpiry.optional(),
});

/**
 * What became of the command that the asker sent under the key; the key of somebody else looks like
 * one that nobody used. Asking changes nothing.
 *
 * executed: it was carried out, `record_id` is what it made. pending: it is under way, or may still
 * arrive: ask again. refused: it was refused with `error` and cannot be carried out any more.
 * not_executed: it was not carried out and cannot be any more. forgotten: its time is so long ago
 * that the key is no longer kept; the records say what happened.
 */
export const commandOutcome = z.object({
  state: z.enum(['executed', 'pending', 'refused', 'not_executed', 'forgotten']),
  /** Number of the order, transfer, withdrawal, ad or ticket; of coins from the faucet, their transaction. */
  record_id: z.union([recordIdField, z.string().regex(/^0x[0-9a-f]{64}$/)]).nullable(),
  error: z.enum(Object.keys(ERRORS) as [ErrorName, ...ErrorName[]]).nullable(),
});

export type CommandOutcome = z.output<typeof commandOutcome>;
