/** The hooks of deposits: list, one deposit and its lifecycle. */
import { useMemo } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { depositLifecycle, type DepositLifecycle } from '../core/deposit-mirror.ts';
import { newerRecord, withRecordNews } from '../core/live/record-news.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordNews } from '../core/hooks/use-record-news.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedNews } from '../core/hooks/use-user-news.ts';

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
  const news = useRecordNews('deposit');
  useReloadAfterMissedNews(refresh);
  const { currency_id: currency, state } = filter;
  const deposits = useMemo(() => {
    const isWanted = (deposit: Deposit) =>
      (currency === undefined || String(deposit.currency_id) === currency) &&
      (state === undefined || deposit.state === state);
    const listed = pages.flatMap((page) => page.deposits);
    return withRecordNews(listed, news, isWanted, isWhole);
  }, [pages, news, currency, state, isWhole]);
  return { ...list, deposits };
}

/** Returns one of the user's deposits: by call, then live. */
export function useDeposit(id: string): QueryView<Deposit> {
  const query = useQuery('getDeposit', { id });
  const news = useRecordNews('deposit');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedNews(query.refresh);
  return query.status === 'success'
    ? { ...query, data: newerRecord(query.data, news.get(id)) }
    : query;
}

/** Returns the state of a deposit from its lifecycle machine. */
export function useDepositLifecycle(deposit: Deposit): DepositLifecycle {
  return useMemo(() => depositLifecycle(deposit), [deposit]);
}
