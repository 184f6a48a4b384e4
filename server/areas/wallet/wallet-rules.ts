/** The limits of deposits and withdrawals; amounts are in units of the ledger. */
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { CreditCaps } from './credit-caps.ts';

export interface WalletRules {
  readonly creditConfirmations: number;
  readonly unlockConfirmations: number;
  readonly withdrawalConfirmations: number;
  /** Units of USDT per UTC day for a certified user. Other users cannot withdraw. */
  readonly dailyLimit: bigint;
  /** Units of USDT; withdrawals need no operator while the withdrawals of a UTC day are worth less. */
  readonly autoApproveBelow: bigint;
  readonly broadcastTimeoutMs: number;
  /** A signed withdrawal that waits longer for a block may get a higher network fee. */
  readonly raiseFeeAfterMs: number;
}

/** Units of USDT from whole USDT of the configuration. */
export function creditCaps(
  usdt: Pick<Currency, 'scale'>,
  { perUser, total }: Config['unsettledCreditMaxUsdt'],
): CreditCaps {
  const whole = wholeOf(usdt);
  return { perUser: BigInt(perUser) * whole, total: BigInt(total) * whole };
}

const wholeOf = ({ scale }: Pick<Currency, 'scale'>): bigint => 10n ** BigInt(scale);

/** The rules of `limits.json`. */
export function publishedRules(usdt: Pick<Currency, 'scale'>): WalletRules {
  const wholeUsdt = wholeOf(usdt);
  return {
    creditConfirmations: CHAIN_LIMITS.deposit_credit_confirmations,
    unlockConfirmations: CHAIN_LIMITS.deposit_unlock_confirmations,
    withdrawalConfirmations: CHAIN_LIMITS.withdrawal_confirmations,
    dailyLimit: BigInt(LIMITS.withdrawal_daily_limit_usdt) * wholeUsdt,
    autoApproveBelow: BigInt(LIMITS.withdrawal_auto_approve_usdt) * wholeUsdt,
    broadcastTimeoutMs: LIMITS.withdrawal_broadcast_timeout_ms,
    raiseFeeAfterMs: CHAIN_LIMITS.withdrawal_fee_raise_after_ms,
  };
}
