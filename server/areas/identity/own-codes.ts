/** Verification codes for a signed-in user, sent to their own address and bound to the user. */
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';
import type { OwnCodeScene } from '../../../contract/identity/security.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { networkOf } from '../../kit/net/network.ts';
import type { AccountName } from './account-name.ts';
import { CODE_SENT } from './code-sending.ts';
import type { CodeSendingError, CodeSent } from './code-sending.ts';
import { recipientOf } from './service-parts.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { contactOf } from './user-info.ts';
import { findUserById } from './users.repo.ts';
import type { User } from './users.repo.ts';
import { checkCode, issueCode } from './verification-codes.ts';
import type { CodeError, CodeOwner } from './verification-codes.ts';
import type { StoredCode } from './verification-codes.repo.ts';

/** The scenes of codes that belong to a user. */
type OwnScene = OwnCodeScene | 'sign_in';

/** A prefix that no account name has. */
const ownerOf = (userId: number): CodeOwner => ({ value: `#${userId}` });

/**
 * Sends a code to the user.
 * @param channel the kind of address to send to; by default the email address, otherwise the mobile
 * number. A kind that the user does not have is refused as `account_format_invalid`.
 */
export async function sendOwnCode(
  parts: IdentityParts,
  userId: number,
  { scene, channel }: { readonly scene: OwnCodeScene; readonly channel: AccountType | undefined },
  caller: Caller,
): Promise<Result<CodeSent, 'account_format_invalid' | CodeSendingError>> {
  const user = ensure(await findUserById(parts.database, userId), `user ${userId}`);
  const account = addressOf(user, channel);
  if (account === undefined) return refuse('account_format_invalid');
  return postOwnCode(parts, userId, scene, account, caller);
}

/** Sends a code of the user for the scene to `account`. */
export async function postOwnCode(
  { database, notifier, codeQueue }: IdentityParts,
  userId: number,
  scene: OwnScene,
  account: AccountName,
  caller: Caller,
): Promise<Result<CodeSent, CodeSendingError>> {
  if (notifier.isDown(account.type === 'email' ? 'mail' : 'sms')) return refuse('delivery_failed');
  const network = networkOf(caller.address);
  const order = { account: ownerOf(userId), scene, network, now: caller.now, isDecoy: false };
  const issued = await codeQueue.run(network, () => issueCode(database, order));
  if (!issued.ok) return issued;
  const minutes = LIMITS.verification_code_valid_ms / MINUTE_MS;
  notifier.post(recipientOf(account, caller.locale), {
    kind: scene === 'sign_in' ? 'signInCode' : 'bindAddressCode',
    code: issued.value,
    minutes,
  });
  return ok(CODE_SENT);
}

/** Like `checkCode`: a right one stays usable until `spendCode`, in the transaction of the action that it allows. */
export const checkOwnCode = (
  database: Database,
  userId: number,
  scene: OwnScene,
  typed: string,
  now: EpochMs,
): Promise<Result<StoredCode, CodeError>> =>
  checkCode(database, ownerOf(userId), scene, typed, now);

function addressOf(user: User, channel: AccountType | undefined): AccountName | undefined {
  if (channel === undefined) return contactOf(user);
  const value = channel === 'email' ? user.email : user.mobile;
  return value === null ? undefined : { type: channel, value };
}
