/** The hooks of deposits: list, one deposit and its lifecycle. */
import { useMemo } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { depositLifecycle, type DepositLifecycle } from './deposit-mirror.ts';
import { newerRecord, withRecordUpdates } from '../core/live/record-updates.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

/** Filter of the records; an absent field matches all. */
export type RecordFilter = Pick<RequestInput<'listDeposits'>, 'currency_id' | 'state'>;

interface DepositsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly deposits: readonly Deposit[];
}

/** The user's deposits: page by page, then live. */
export function useDeposits(filter: RecordFilter): DepositsView {
  const list = usePages('listDeposits', filter);
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('deposit');
  useReloadAfterMissedUpdates(refresh);
  const { currency_id: currency, state } = filter;
  const deposits = useMemo(() => {
    const isWanted = (deposit: Deposit) =>
      (currency === undefined || String(deposit.currency_id) === currency) &&
      (state === undefined || deposit.state === state);
    const listed = pages.flatMap((page) => page.deposits);
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, currency, state, isWhole]);
  return { ...list, deposits };
}

/** Returns one of the user's deposits: by call, then live. */
export function useDeposit(id: string): QueryView<Deposit> {
  const query = useQuery('getDeposit', { id });
  const updates = useRecordUpdates('deposit');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  return query.status === 'success'
    ? { ...query, data: newerRecord(query.data, updates.get(id)) }
    : query;
}

/** Returns the state of a deposit from its lifecycle machine. */
export function useDepositLifecycle(deposit: Deposit): DepositLifecycle {
  return useMemo(() => depositLifecycle(deposit), [deposit]);
}
