/** The hooks of withdrawals: list, one withdrawal and its lifecycle. */
import { useMemo } from 'react';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import { newerRecord, withRecordUpdates } from '../core/live/record-updates.ts';
import { withdrawalLifecycle, type WithdrawalLifecycle } from './withdrawal-mirror.ts';
import type { RecordFilter } from './use-deposits.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

interface WithdrawalsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly withdrawals: readonly Withdrawal[];
}

/** The user's withdrawals: page by page, then live. */
export function useWithdrawals(filter: RecordFilter): WithdrawalsView {
  const list = usePages('listWithdrawals', filter);
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('withdrawal');
  useReloadAfterMissedUpdates(refresh);
  const { currency_id: currency, state } = filter;
  const withdrawals = useMemo(() => {
    const isWanted = (withdrawal: Withdrawal) =>
      (currency === undefined || String(withdrawal.currency_id) === currency) &&
      (state === undefined || withdrawal.state === state);
    const listed = pages.flatMap((page) => page.withdrawals);
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, currency, state, isWhole]);
  return { ...list, withdrawals };
}

/** Returns one of the user's withdrawals: by call, then live. */
export function useWithdrawal(id: string): QueryView<Withdrawal> {
  const query = useQuery('getWithdrawal', { id });
  const updates = useRecordUpdates('withdrawal');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  return query.status === 'success'
    ? { ...query, data: newerRecord(query.data, updates.get(id)) }
    : query;
}

/** Returns the open actions on a withdrawal from its lifecycle machine, for the visible buttons. */
export function useWithdrawalLifecycle(withdrawal: Withdrawal): WithdrawalLifecycle {
  return useMemo(() => withdrawalLifecycle(withdrawal), [withdrawal]);
}
