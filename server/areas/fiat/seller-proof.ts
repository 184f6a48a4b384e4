/**
 * Asks a user for the pay password, and for a code of a bound authenticator, before their coins are
 * frozen or offered: a stolen session alone must not sell them.
 */
import { formatUnits } from '../../../contract/money/decimal.ts';
import { refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import { secondsBetween } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type {
  GoogleCodeError,
  PayPasswordError,
  SecurityCheck,
} from '../identity/identity.area.ts';

export type SellerError = 'withdrawal_on_hold' | PayPasswordError | GoogleCodeError;
export type SellerSecurity = Pick<
  SecurityCheck,
  'checkPayPassword' | 'checkGoogleCode' | 'withdrawalHold'
>;

/** The secrets as the calls of a seller send them. */
export type SellerSecrets = Pick<RequestOf<'createFiatOrder'>, 'pay_password' | 'google_code'>;

/**
 * Refuses during a hold of withdrawals. A missing password is no guess. A right code is used up, so
 * that rules that need no secret come first. Must run outside of transactions, because wrong
 * attempts are counted by others.
 */
export async function proveSeller(
  security: SellerSecurity,
  userId: number,
  { pay_password: payPassword, google_code: googleCode }: SellerSecrets,
  now: EpochMs,
): Promise<Result<null, SellerError>> {
  const hold = await security.withdrawalHold(userId, now);
  if (hold !== null) return refuse('withdrawal_on_hold', secondsBetween(now, hold.untilMs));
  if (payPassword === undefined) return refuse('pay_password_incorrect');
  const password = await security.checkPayPassword(userId, payPassword, now);
  return password.ok ? security.checkGoogleCode(userId, googleCode, now) : password;
}

/** The owner is notified of each offer, because a thief may have had the secrets too. */
export const coinsOffered = (
  { code, scale }: Pick<Currency, 'code' | 'scale'>,
  quantity: bigint,
): StoredNotice => ({
  kind: 'coinsOffered',
  amount: formatUnits(quantity, scale),
  currency: code,
});
