/** The hooks of one own ad, live, and of its lifecycle. */
import { useMemo } from 'react';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { newerRecord } from '../core/live/record-updates.ts';
import { adLifecycle, type AdLifecycle } from './ad-mirror.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

/** Returns one of the user's ads: by call, then live. */
export function useOwnAd(id: string): QueryView<OwnFiatAd> {
  const query = useQuery('getOwnFiatAd', { id });
  const updates = useRecordUpdates('fiat_ad');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  return query.status === 'success'
    ? { ...query, data: newerRecord(query.data, updates.get(id)) }
    : query;
}

/**
 * Returns the open actions on the user's ad, from its lifecycle machine, for the visible buttons.
 */
export function useOwnAdLifecycle(ad: OwnFiatAd): AdLifecycle {
  return useMemo(() => adLifecycle(ad), [ad]);
}
