/** Security center: passwords, Google authenticator, sessions, codes sent to the signed-in user. */
import { z } from 'zod';
import {
  accountTypeField,
  epochMs,
  googleCodeField,
  optionalGoogleCodeField,
  ownCodeSceneField,
  passwordField,
} from '../schemas/fields.ts';

/** Changes that start a hold on withdrawals. */
export const HOLD_REASONS = [
  'password_changed',
  'password_reset',
  'pay_password_changed',
  'google_changed',
] as const;

export const security = z.object({
  has_pay_password: z.boolean(),
  is_google_bound: z.boolean(),
  /** End of the hold on withdrawals; null if there is none. */
  withdrawal_hold_until: epochMs.nullable(),
  withdrawal_hold_reason: z.enum(HOLD_REASONS).nullable(),
});

/** Ends all other sessions. */
export const amendPasswordBody = z.strictObject({
  old_password: passwordField,
  password: passwordField,
  re_password: passwordField,
  google_code: optionalGoogleCodeField,
});

/** Sets or changes the transaction password; requires the login password. */
export const amendPayPasswordBody = z.strictObject({
  login_password: passwordField,
  pay_password: passwordField,
  re_pay_password: passwordField,
  google_code: optionalGoogleCodeField,
});

/** A random id of 128 bits in hexadecimal digits, which only the page that binds knows. */
export const googleKeyBody = z.strictObject({
  binding_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
});
/**
 * A key that is bound only with a code of it. The session gets the same key for the same `binding_id` until it is bound
 * or expires, and a new one for another id or none.
 */
export const googleKey = z.object({
  /** Base32. */
  secret: z.string(),
  otpauth_uri: z.string(),
  expires_at: epochMs,
});
export const googleBindingBody = z.strictObject({
  password: passwordField,
  google_code: googleCodeField,
});

export const session = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  created_at: epochMs,
  /** Last rotation of its tokens. */
  active_at: epochMs,
  address: z.string(),
  user_agent: z.string(),
});
export const endedSessions = z.object({ ended: z.int() });

/**
 * Sends a code to the user's own bound address; without `channel`, to the email address if there is
 * one.
 */
export const sendOwnCodeBody = z.strictObject({
  scene: ownCodeSceneField,
  channel: accountTypeField.optional(),
});

export const authorizationCode = z.object({
  /** Code for an agent, who may then add this user; used once. */
  code: z.string(),
  expires_at: epochMs,
});

export type Security = z.infer<typeof security>;
export type HoldReason = (typeof HOLD_REASONS)[number];
export type GoogleKey = z.infer<typeof googleKey>;
export type Session = z.infer<typeof session>;
export type AuthorizationCode = z.infer<typeof authorizationCode>;
export type OwnCodeScene = z.infer<typeof ownCodeSceneField>;
