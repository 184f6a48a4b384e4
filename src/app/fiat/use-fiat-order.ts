/** The hook of one own fiat order with its events, live. */
import { useEffect, useMemo } from 'react';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { fiatOrderLifecycle, type FiatOrderLifecycle } from './fiat-order-mirror.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordNews } from '../core/hooks/use-record-news.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useToldRecords } from '../core/hooks/use-told-records.ts';
import { useReloadAfterMissedNews } from '../core/hooks/use-user-news.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';

const UNTOLD_EVERY_MS = 10 * SECOND_MS;

export type FiatOrderView = QueryView<FiatOrderDetail> & {
  /** Takes what a call answered about the order. */
  readonly take: (answer: FiatOrderDetail) => void;
};

/** One of the own orders: by call, then live. What is told lacks events and pictures: they are read. */
export function useFiatOrder(id: string): FiatOrderView {
  const query = useQuery('getFiatOrder', { id });
  const { told: taken, tell } = useToldRecords<FiatOrderDetail>();
  const answered = taken[id] ?? null;
  const take = (answer: FiatOrderDetail) => tell(answer.id, answer);
  const told = useRecordNews('fiat_order').get(id);
  const { data: read, retry, refresh } = query;
  const isTold = useUserView('status') === 'live';
  useReloadWhenShown(retry);
  useReloadAfterMissedNews(refresh);
  // Somebody's money waits here: without the socket the order is asked for.
  useInterval(retry, isTold ? null : UNTOLD_EVERY_MS);
  const known = read?.revision ?? null;
  const wanted = Math.max(answered?.revision ?? 0, told?.revision ?? 0);
  // A clock that was held back, or extended after an outage, is no step: the revision stays.
  const isMoved = told?.revision === known && told?.deadline_at !== read?.deadline_at;
  useEffect(() => {
    if (known !== null && (wanted > known || isMoved)) refresh();
  }, [wanted, known, isMoved, refresh]);
  const data = useMemo(() => {
    if (read === null) return null;
    const whole = answered !== null && answered.revision > read.revision ? answered : read;
    return told !== undefined && told.revision > whole.revision ? { ...whole, ...told } : whole;
  }, [read, answered, told]);
  return query.status === 'success' && data !== null
    ? { ...query, data, take }
    : { ...query, take };
}

/** Whose turn it is in an own order, and what may be done: by its lifecycle machine. */
export function useFiatOrderLifecycle(order: FiatOrder | FiatOrderDetail): FiatOrderLifecycle {
  return useMemo(() => fiatOrderLifecycle(order), [order]);
}
