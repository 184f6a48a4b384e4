/** Answers "send me a code" without revealing whether the account exists. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { CodeScene } from '../../../contract/identity/identity.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { networkOf } from '../../kit/net/network.ts';
import type { Notice } from '../../kit/notify/notices.types.ts';
import type { AccountName } from './account-name.ts';
import { recipientOf } from './service-parts.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { localeOf } from './user-info.ts';
import { findUserByAccount } from './users.repo.ts';
import { issueCode } from './verification-codes.ts';

export type CodeSendingError = 'delivery_failed' | 'rate_limited' | 'code_sent_recently';

/** Waits in whole seconds; the same whether or not the account exists. */
export interface CodeSent {
  readonly resend_after_s: number;
  readonly expires_in_s: number;
}

export const CODE_SENT: CodeSent = {
  resend_after_s: LIMITS.verification_code_resend_ms / SECOND_MS,
  expires_in_s: LIMITS.verification_code_valid_ms / SECOND_MS,
};

/**
 * Sends a code that can be used: to a new account for `register`, to an existing one for
 * `forget_password`. For `register`, the owner of an existing account is notified of the attempt; for
 * `forget_password`, an unknown account gets nothing.
 */
export async function sendCode(
  { database, notifier, codeQueue }: IdentityParts,
  account: AccountName,
  scene: CodeScene,
  caller: Caller,
): Promise<Result<CodeSent, CodeSendingError>> {
  if (notifier.isDown(account.type === 'email' ? 'mail' : 'sms')) return refuse('delivery_failed');
  const user = await findUserByAccount(database, account);
  const isRegistered = user !== undefined;
  const isDecoy = isRegistered === (scene === 'register');
  const network = networkOf(caller.address);
  const order = { account, scene, network, now: caller.now, isDecoy };
  const issued = await codeQueue.run(network, () => issueCode(database, order));
  if (!issued.ok) return issued;
  if (!isDecoy) notifier.post(recipientOf(account, caller.locale), codeNotice(scene, issued.value));
  else if (user) notifier.post(recipientOf(account, localeOf(user)), { kind: 'accountExists' });
  return ok(CODE_SENT);
}

function codeNotice(scene: CodeScene, code: string): Notice {
  const minutes = LIMITS.verification_code_valid_ms / MINUTE_MS;
  return { kind: scene === 'register' ? 'registerCode' : 'passwordResetCode', code, minutes };
}
