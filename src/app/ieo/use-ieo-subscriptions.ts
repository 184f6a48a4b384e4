/** The hooks of the user's token subscriptions: the list, one, and the one of an offering, by call, then live. */
import { useMemo } from 'react';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';
import { newerRecord, withRecordUpdates } from '../core/live/record-updates.ts';
import { subscriptionLifecycle, type SubscriptionLifecycle } from './ieo-mirror.ts';

interface IeoSubscriptionsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly subscriptions: readonly IeoSubscription[];
}

/** The user's subscriptions of one state. */
export function useIeoSubscriptions(state: SubscriptionState): IeoSubscriptionsView {
  const list = usePages('listIeoSubscriptions', { state });
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('ieo_subscription');
  useReloadAfterMissedUpdates(refresh);
  const subscriptions = useMemo(() => {
    const listed = pages.flatMap((page) => page.subscriptions);
    return withRecordUpdates(listed, updates, (one) => one.state === state, isWhole);
  }, [pages, updates, state, isWhole]);
  return { ...list, subscriptions };
}

/** One of the user's subscriptions. */
export function useIeoSubscription(id: string): QueryView<IeoSubscription> {
  const query = useQuery('getIeoSubscription', { id });
  const updates = useRecordUpdates('ieo_subscription');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  return query.status === 'success'
    ? { ...query, data: newerRecord(query.data, updates.get(id)) }
    : query;
}

interface OwnSubscriptionView {
  readonly isKnown: boolean;
  /** Null: the user has none, or it is not known yet. */
  readonly own: IeoSubscription | null;
}

/** The user's subscription to one offering. */
export function useOwnSubscription(offeringId: string): OwnSubscriptionView {
  const query = useQuery('listIeoSubscriptions', { offering_id: offeringId });
  const updates = useRecordUpdates('ieo_subscription');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  const listed = query.data?.subscriptions[0];
  const pushed = [...updates.values()].find((one) => one.offering_id === offeringId);
  const own = listed === undefined ? pushed : newerRecord(listed, pushed);
  return { isKnown: query.data !== null || own !== undefined, own: own ?? null };
}

/** Returns the state of a subscription from its lifecycle machine. */
export function useSubscriptionLifecycle(subscription: IeoSubscription): SubscriptionLifecycle {
  return useMemo(() => subscriptionLifecycle(subscription), [subscription]);
}
