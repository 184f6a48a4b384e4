/** The hook of the first steps of a new user, each with its state from the user's records. */
import { useEffect, useEffectEvent } from 'react';
import type { AccountList } from '../../../contract/wallet/accounts.ts';
import type { OrderPage } from '../../../contract/spot/spot.ts';
import type { VerificationState } from '../../../contract/verification/verification.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';
import { useSession } from './use-session.ts';

export interface FirstSteps {
  readonly verification: VerificationState;
  readonly isVerified: boolean;
  /** Whether any account has ever held a coin. */
  readonly isFunded: boolean;
  /** Whether a spot order was executed, at least in part. */
  readonly hasTraded: boolean;
}

interface Records {
  readonly verification: VerificationState;
  readonly isVerified: boolean;
  readonly accounts: AccountList;
  readonly history: OrderPage;
}

/** The list of accounts leaves out those that never held anything. */
export const firstStepsOf = (records: Records): FirstSteps => ({
  verification: records.verification,
  isVerified: records.isVerified,
  isFunded: records.accounts.groups.some((group) => group.accounts.length > 0),
  hasTraded: records.history.orders.some((order) => order.executed_quantity !== '0'),
});

export const isAllDone = ({ isVerified, isFunded, hasTraded }: FirstSteps): boolean =>
  isVerified && isFunded && hasTraded;

/**
 * Returns null until the records are known. Marks the steps as begun, and as over as soon as all are
 * done.
 */
export function useFirstSteps(setMark: (mark: 'begun' | 'over') => void): FirstSteps | null {
  const { isVerified } = useSession();
  const verification = useQuery('getVerification', {});
  const accounts = useQuery('listAccounts', {});
  const history = useQuery('listOrderHistory', {});
  useUserUpdates('verification', verification.refresh);
  const balances = useUserView('balances');
  const reload = useEffectEvent((_balances: unknown, _isVerified: boolean) => {
    for (const query of [verification, accounts, history]) query.refresh();
  });
  // Each deposit, purchase and fill changes a balance. Home also reloads when it is shown again.
  useEffect(() => reload(balances, isVerified), [balances, isVerified]);

  const isKnown = verification.data !== null && accounts.data !== null && history.data !== null;
  const steps = isKnown
    ? firstStepsOf({
        verification: verification.data.state,
        isVerified,
        accounts: accounts.data,
        history: history.data,
      })
    : null;
  const next = steps && (isAllDone(steps) ? 'over' : 'begun');
  const mark = useEffectEvent(setMark);
  useEffect(() => {
    if (next !== null) mark(next);
  }, [next]);
  return steps;
}
