/** The hook of the first steps of a new user, each with its state from the user's records. */
import { useEffect, useEffectEvent } from 'react';
import type { AccountList } from '../../../contract/wallet/accounts.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type {
  Verification,
  VerificationState,
} from '../../../contract/verification/verification.ts';
import { useOrderHistory } from '../spot/use-order-history.ts';
import { useAssets } from '../wallet/use-assets.ts';
import { verificationLifecycle } from './verification-mirror.ts';
import { useVerification } from './use-verification.ts';

export interface FirstSteps {
  readonly verification: VerificationState;
  readonly isVerified: boolean;
  /** Whether any account has ever held a coin. */
  readonly isFunded: boolean;
  /** Whether a spot order was executed, at least in part. */
  readonly hasTraded: boolean;
}

interface Records {
  readonly verification: Verification;
  readonly accounts: AccountList;
  readonly orders: readonly Order[];
}

/** The list of accounts leaves out those that never held anything. */
export const firstStepsOf = ({ verification, accounts, orders }: Records): FirstSteps => ({
  verification: verification.state,
  isVerified: verificationLifecycle(verification).isCertified,
  isFunded: accounts.groups.some((group) => group.accounts.length > 0),
  hasTraded: orders.some((order) => order.executed_quantity !== '0'),
});

export const isAllDone = ({ isVerified, isFunded, hasTraded }: FirstSteps): boolean =>
  isVerified && isFunded && hasTraded;

/**
 * Returns null until the records are known. Marks the steps as begun, and as over as soon as all are
 * done.
 */
export function useFirstSteps(setMark: (mark: 'begun' | 'over') => void): FirstSteps | null {
  const verification = useVerification().data;
  const accounts = useAssets('USDT').data;
  const { orders, status } = useOrderHistory({});
  const steps =
    verification === null || accounts === null || status !== 'success'
      ? null
      : firstStepsOf({ verification, accounts, orders });
  const next = steps && (isAllDone(steps) ? 'over' : 'begun');
  const mark = useEffectEvent(setMark);
  useEffect(() => {
    if (next !== null) mark(next);
  }, [next]);
  return steps;
}
