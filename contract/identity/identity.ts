/** Sign-up, sign-in, verification codes, tokens and the signed-in user. */
import { z } from 'zod';
import {
  accountField,
  accountTypeField,
  areaIdField,
  codeSceneField,
  passwordField,
  verificationCodeField,
} from '../schemas/fields.ts';

/** 1: mobile number with `area_id`; 2: email address (spec section 3, default 2). */
const loginTypeField = z.enum(['1', '2']);

/** A random id of 128 bits that a browser keeps, so that the exchange knows it again. */
const deviceIdField = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional();

export const signInBody = z.strictObject({
  account: accountField,
  password: passwordField,
  login_type: loginTypeField.default('2'),
  /** The code of the authenticator; without one, the code that was sent for a new device. */
  sms_code: z.union([verificationCodeField, z.literal('')]).optional(),
  area_id: areaIdField.optional(),
  device_id: deviceIdField,
});

export const registerBody = z.strictObject({
  account: accountField,
  password: passwordField,
  re_password: passwordField,
  invite_code: z.union([z.string().regex(/^[0-9A-Z]{6,12}$/), z.literal('')]).optional(),
  area_id: areaIdField.optional(),
  sms_code: verificationCodeField,
  type: accountTypeField.default('email'),
  device_id: deviceIdField,
});

export const resetPasswordBody = z.strictObject({
  account: accountField,
  new_password: passwordField,
  secondary_password: passwordField,
  auth_code: verificationCodeField,
  type: accountTypeField.default('email'),
  area_id: areaIdField.optional(),
});

/** The token of the link in a mail: user, time of issue and signature. */
export const holdUserBody = z.strictObject({
  hold_token: z.string().regex(/^\d{1,10}\.\d{13}\.[\w-]{43}$/),
});

export const sendEmailCodeBody = z.strictObject({ email: accountField, scene: codeSceneField });

export const sendSmsCodeBody = z.strictObject({
  mobile: z.string().regex(/^\d{4,15}$/),
  area_id: areaIdField.optional(),
  scene: codeSceneField,
});

/** Answer of both send calls; the same whether or not the account exists. */
export const codeSent = z.object({
  /** Seconds until the next code may be requested. */
  resend_after_s: z.int(),
  /** Seconds for which the code just sent is valid. */
  expires_in_s: z.int(),
});

/** Opaque tokens, 256 bit, base64url. */
export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

export const userInfo = z.object({
  id: z.int(),
  /** Public number of the user, shown as UID. */
  uid: z.string(),
  email: z.string().nullable(),
  /** Mobile number with area code, `+49 151…`; null when none is bound. */
  mobile: z.string().nullable(),
  /** Whether real-name verification is certified. */
  is_user_real: z.boolean(),
  /** Whether the user may add users to a team of their own. */
  is_agent: z.boolean(),
});

export const area = z.object({
  id: z.int(),
  /** English short name of the country or territory. */
  name: z.string(),
  /** ISO 3166-1 alpha-2, for the localized name and the flag. */
  iso: z.string(),
  /** International dialing code without plus: `49`. */
  code: z.string(),
});

export type Tokens = z.infer<typeof tokens>;
export type UserInfo = z.infer<typeof userInfo>;
export type Area = z.infer<typeof area>;
export type CodeScene = z.infer<typeof codeSceneField>;
export type AccountType = z.infer<typeof accountTypeField>;
