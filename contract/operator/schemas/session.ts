/** Sessions of operators, and the lengths of their queues. */
import { z } from 'zod';
import {
  accountField,
  epochMs,
  optionalGoogleCodeField,
  passwordField,
} from '../../schemas/fields.ts';
import { diskRoom } from './disk.ts';
import { leverGuard } from './lever.ts';

/**
 * `google_code` belongs to the bound authenticator or, at the first sign-in, to the key from
 * `createGoogleKey`, which it binds.
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
/** A key that a sign-in with one of its codes binds; an earlier unbound key becomes void. */
export const operatorGoogleKey = z.object({
  /** Base32. */
  secret: z.string(),
  otpauth_uri: z.string(),
});

export const operatorSession = z.object({
  operator_id: z.int(),
  account: z.string(),
  name: z.string(),
  /** The session ends then at the latest, and after `idle_ms` without a call. */
  expires_at: epochMs,
  idle_ms: z.int(),
});
export const signedIn = operatorSession.extend({
  /** Token for the `Authorization` header; the server stores only its hash. */
  token: z.string(),
});

/** Numbers of records that wait for an operator. */
export const queueCounts = z.object({
  reviews: z.int(),
  withdrawals: z.int(),
  /** Withdrawals whose payment is uncertain. */
  manual_reviews: z.int(),
  /** Withdrawals that the server skips because their records are damaged. */
  damaged_withdrawals: z.int(),
  /** Chains whose withdrawals are closed. */
  halted_chains: z.int(),
  feedback: z.int(),
  /** Contract markets and changes of contract funds that need another operator. */
  lever_requests: z.int(),
  /** Changes of the pool of fast contracts, and of the savings fund, that need another operator. */
  micro_requests: z.int(),
  staking_requests: z.int(),
  offering_requests: z.int(),
  /** Openings of contracts that the cover of the pool allows. */
  lever_guard: leverGuard,
  /** The pool of contracts is below zero: no position can open before it is funded. */
  is_lever_pool_in_debt: z.boolean(),
  /** Fiat orders in rights protection. */
  disputes: z.int(),
  /** unverified: passes of the verifier have failed for long, and no fault is known. inconsistent: a fault is known. */
  ledger: z.enum(['consistent', 'unverified', 'inconsistent']),
  disk: diskRoom,
});

export type OperatorSession = z.infer<typeof operatorSession>;
export type QueueCounts = z.infer<typeof queueCounts>;
