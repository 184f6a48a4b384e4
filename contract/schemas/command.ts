/** Commands that run once per `Idempotency-Key`: their latest time, and their outcomes. */
import { z } from 'zod';
import { ENDPOINTS, type Endpoint, type KeyedEndpointName } from '../endpoints.ts';
import { ERRORS, type ErrorName } from '../errors/catalog.ts';
import { LIMITS } from '../limits.ts';
import { recordIdField, wholeNumber } from './fields.ts';

/** Value of `Command-Expires-At`, see `command-headers.ts`. */
export const commandExpiry = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** Long enough to be unique, and only characters that are unambiguous in a log. */
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
  /**
   * Path of the command's call, e.g. `/api/private/spot/place_order`: each call has its own keys.
   */
  path: z.enum(KEYED_PATHS),
  idempotency_key: idempotencyKeyField,
  /** The expiry that was sent with the command; left out if there was none. */
  expires_at: commandExpiry.optional(),
});

/**
 * Outcome of the command that the caller sent under the key; a key of another user looks unused.
 * The query changes nothing.
 *
 * executed: it was carried out, `record_id` is its result. pending: it is running, or may still
 * arrive: query again. refused: it was refused with `error` and cannot be carried out any more.
 * not_executed: it was not carried out and cannot be any more. forgotten: its time is so long ago
 * that the key is no longer kept; the records show the result.
 */
export const commandOutcome = z.object({
  state: z.enum(['executed', 'pending', 'refused', 'not_executed', 'forgotten']),
  /**
   * Number of the order, transfer, withdrawal, ad or ticket; for coins of the faucet, the
   * transaction hash.
   */
  record_id: z.union([recordIdField, z.string().regex(/^0x[0-9a-f]{64}$/)]).nullable(),
  error: z.enum(Object.keys(ERRORS) as [ErrorName, ...ErrorName[]]).nullable(),
});

export type CommandOutcome = z.output<typeof commandOutcome>;
