/** Users, as the console shows and changes them. */
import { z } from 'zod';
import { epochMs, pageFields } from '../../schemas/fields.ts';
import { verification } from '../../verification/verification.ts';
import { accountList } from '../../wallet/accounts.ts';
import {
  flagField,
  lastActField,
  nextField,
  person,
  reasonField,
  revisionField,
  userIdField,
} from './fields.ts';

/**
 * A part of a UID, an email address, a mobile number, a verified name or the name of a shop. Newest
 * first.
 */
export const searchUsersQuery = z.strictObject({
  ...pageFields,
  text: z
    .string()
    .max(254)
    .regex(/\S.*\S/s),
});
export const operatorUser = person.extend({
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  is_user_real: z.boolean(),
  is_agent: z.boolean(),
  registered_at: epochMs,
  last_sign_in_at: epochMs.nullable(),
  /** Null while the user may sign in. */
  disabled_at: epochMs.nullable(),
  /** Whether the owner has disabled the account, with the link of a mail. */
  is_held_by_owner: z.boolean(),
});
const foundUser = operatorUser.extend({
  /** First character of a certified user's name. */
  masked_name: z.string().nullable(),
  shop_name: z.string().nullable(),
});
export const foundUsers = z.object({ users: z.array(foundUser), next: nextField });
export const userIdQuery = z.strictObject({ id: userIdField });
export const operatorUserDetail = operatorUser.extend({
  /** Whether the user signs in with a code of an authenticator. */
  has_authenticator: z.boolean(),
  verification,
  /** Values in USDT. */
  accounts: accountList,
  revision: z.int(),
  last_act: lastActField,
});
export const changeUserBody = z.strictObject({
  id: userIdField,
  revision: revisionField,
  reason: reasonField,
});
export const setAgentBody = z.strictObject({
  id: userIdField,
  revision: revisionField,
  is_agent: flagField,
  reason: reasonField,
});

export type OperatorUser = z.infer<typeof operatorUser>;
export type OperatorUserDetail = z.infer<typeof operatorUserDetail>;
