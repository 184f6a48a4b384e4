/** Sessions of operators, and what waits for them. */
import { z } from 'zod';
import {
  accountField,
  epochMs,
  optionalGoogleCodeField,
  passwordField,
} from '../../schemas/fields.ts';
import { diskRoom } from './disk.ts';

/**
 * `google_code` is of the authenticator that is bound or, at the first sign-in, of the key that
 * `createGoogleKey` has given: it binds it.
 */
export const signInBody = z.strictObject({
  account: accountField,
  password: passwordField,
  google_code: optionalGoogleCodeField,
});
export const createGoogleKeyBody = z.strictObject({
  account: accountField,
  password: passwordField,
});
/** A key to be bound by signing in with a code of it; an earlier one that was not bound is void. */
export const operatorGoogleKey = z.object({
  /** Base32. */
  secret: z.string(),
  otpauth_uri: z.string(),
});

export const operatorSession = z.object({
  operator_id: z.int(),
  account: z.string(),
  name: z.string(),
  /** Signed out then at the latest, and after `idle_ms` without a call. */
  expires_at: epochMs,
  idle_ms: z.int(),
});
export const signedIn = operatorSession.extend({
  /** For the `Authorization` header; not stored anywhere in this form. */
  token: z.string(),
});

/** How many wait for an operator. */
export const queueCounts = z.object({
  reviews: z.int(),
  withdrawals: z.int(),
  /** Withdrawals of which it is not known whether they were paid. */
  manual_reviews: z.int(),
  /** Withdrawals that are left alone, as their records are damaged. */
  damaged_withdrawals: z.int(),
  feedback: z.int(),
  /** Fiat orders in rights protection. */
  disputes: z.int(),
  is_ledger_sound: z.boolean(),
  disk: diskRoom,
});

export type OperatorSession = z.infer<typeof operatorSession>;
export type QueueCounts = z.infer<typeof queueCounts>;
