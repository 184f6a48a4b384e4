/** The facts behind the gate's decision that the withdrawal form shows in advance. */
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { dayOf } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import {
  findPayPasswordHash,
  findUserSecurity,
  type WithdrawalHold,
} from '../identity/identity.area.ts';
import { freeFrom } from './purchase-hold.ts';
import type { GateParts } from './withdrawal-gate.ts';
import { amountWorth, findWithdrawable, unitOfAccount } from './withdrawable.ts';
import { sumValueSince } from './withdrawals.repo.ts';

interface TermsOf {
  readonly userId: number;
  readonly isVerified: boolean;
  readonly currencyId: number;
  readonly chain: string;
}

export interface Terms {
  /** Units of the currency. */
  readonly amounts: {
    readonly available: bigint;
    readonly withdrawable: bigint;
    /** The part of `available` that was bought for fiat money too recently. */
    readonly held: bigint;
    readonly fee: bigint;
    readonly minimum: bigint;
    /** The rest of the daily limit; null without a price. */
    readonly remainingToday: bigint | null;
  };
  /** Units of 10^-scale USDT. */
  readonly usdt: {
    readonly scale: number;
    readonly dailyLimit: bigint;
    readonly usedToday: bigint;
  };
  /** The time at which the last of `held` becomes free; null when nothing is held. */
  readonly heldUntilMs: EpochMs | null;
  readonly hold: WithdrawalHold | null;
  readonly hasPayPassword: boolean;
  readonly isGoogleBound: boolean;
}

export interface TermsReader {
  read(
    asked: TermsOf,
    now: EpochMs,
  ): Promise<Result<Terms, 'currency_not_found' | 'chain_not_found'>>;
}

export function createTermsReader(parts: GateParts): TermsReader {
  const { database, custody, security, currencies, rules } = parts;
  return {
    async read({ userId, isVerified, currencyId, chain }, now) {
      const coin = await custody.coins.find(currencyId, chain);
      if (!coin.ok) return coin;
      const free = await findWithdrawable(parts, userId, currencyId, now);
      const { available, withdrawable, held } = free;
      const usedToday = await sumValueSince(database, userId, dayOf(now));
      const dailyLimit = isVerified ? rules.dailyLimit : 0n;
      const left = dailyLimit > usedToday ? dailyLimit - usedToday : 0n;
      const { withdrawalFee: fee, minWithdrawal: minimum } = coin.value;
      const remainingToday = amountWorth(parts, 'untilLimit', currencyId, left);
      return ok({
        amounts: { available, withdrawable, held, fee, minimum, remainingToday },
        heldUntilMs: freeFrom(free.bought, available),
        usdt: { scale: unitOfAccount(currencies).scale, dailyLimit, usedToday },
        hold: await security.withdrawalHold(userId, now),
        hasPayPassword: (await findPayPasswordHash(database, userId)) !== undefined,
        isGoogleBound: ((await findUserSecurity(database, userId))?.googleKey ?? null) !== null,
      });
    },
  };
}
