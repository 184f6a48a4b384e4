/** The hook of one own fiat order with its events, live. */
import { useEffect, useMemo } from 'react';
import type { FiatOrder, FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { fiatOrderLifecycle, type FiatOrderLifecycle } from './fiat-order-mirror.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { usePushedRecords } from '../core/hooks/use-pushed-records.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';

const OFFLINE_EVERY_MS = 10 * SECOND_MS;

type FiatOrderView = QueryView<FiatOrderDetail> & {
  /** Takes the order from the answer of a call. */
  readonly take: (answer: FiatOrderDetail) => void;
};

/**
 * Returns one of the user's orders: by call, then live. User events lack the order's events and
 * pictures, which are loaded by call.
 */
export function useFiatOrder(id: string): FiatOrderView {
  const query = useQuery('getFiatOrder', { id });
  const { pushed: taken, add } = usePushedRecords<FiatOrderDetail>();
  const answered = taken[id] ?? null;
  const take = (answer: FiatOrderDetail) => add(answer.id, answer);
  const updates = useRecordUpdates('fiat_order').get(id);
  const { data: read, retry, refresh } = query;
  const isLive = useUserView('status') === 'live';
  useReloadWhenShown(retry);
  useReloadAfterMissedUpdates(refresh);
  // The order must not be missed while money waits, so it is polled when the socket is closed.
  useInterval(retry, isLive ? null : OFFLINE_EVERY_MS);
  const known = read?.revision ?? null;
  const wanted = Math.max(answered?.revision ?? 0, updates?.revision ?? 0);
  // A deadline that was held back, or extended after an outage, changes without a new revision.
  const isMoved = updates?.revision === known && updates?.deadline_at !== read?.deadline_at;
  useEffect(() => {
    if (known !== null && (wanted > known || isMoved)) refresh();
  }, [wanted, known, isMoved, refresh]);
  const data = useMemo(() => {
    if (read === null) return null;
    const whole = answered !== null && answered.revision > read.revision ? answered : read;
    return updates !== undefined && updates.revision > whole.revision
      ? { ...whole, ...updates }
      : whole;
  }, [read, answered, updates]);
  return query.status === 'success' && data !== null
    ? { ...query, data, take }
    : { ...query, take };
}

/**
 * Returns whose turn it is in an order of the user, and the open actions, from its lifecycle
 * machine.
 */
export function useFiatOrderLifecycle(order: FiatOrder | FiatOrderDetail): FiatOrderLifecycle {
  return useMemo(() => fiatOrderLifecycle(order), [order]);
}
