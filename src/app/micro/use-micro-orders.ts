/** The hooks of own fast contracts: those that run, live, and those that ended, page by page. */
import { useMemo } from 'react';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';
import { compareRecordIds } from '../core/live/record-ids.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';
import {
  endedOrders,
  hasEnded,
  type EndedMicroOrder,
  type OutcomeFilter,
} from '../../../machines/app/micro/ended-orders.ts';

export interface OpenMicroOrders {
  readonly status: 'loading' | 'success' | 'failure';
  /** Newest first. */
  readonly orders: readonly MicroOrderInfo[];
  /** Whether the orders may be outdated. */
  readonly isStale: boolean;
  readonly error: ProblemName | null;
  readonly retry: () => void;
}

/** Returns the contracts that open or run: as the channel sends them, otherwise as loaded. */
export function useOpenMicroOrders(): OpenMicroOrders {
  const listed = useQuery('listMicroOrders', {});
  const status = useUserView('status');
  const open = useUserView('microOrders');
  useReloadWhenShown(listed.retry);
  useReloadAfterMissedUpdates(listed.refresh);
  const { data } = listed;
  const orders = useMemo(
    () =>
      [...(status === 'loading' ? (data ?? []) : open.values())].toSorted((a, b) =>
        compareRecordIds(b.id, a.id),
      ),
    [open, data, status],
  );
  return {
    status: status === 'loading' ? listed.status : 'success',
    orders,
    isStale: status === 'stale',
    error: listed.error,
    retry: listed.retry,
  };
}

interface MicroHistoryView extends PagesView<ResponseOf<'listMicroHistory'>> {
  /** Newest first; those of all requested pages with later ends that the filter lets through. */
  readonly orders: readonly EndedMicroOrder[];
}

export function useMicroHistory(filter: OutcomeFilter): MicroHistoryView {
  const history = usePages('listMicroHistory', {});
  const { pages, isWhole } = history;
  const updates = useRecordUpdates('micro_order');
  useReloadAfterMissedUpdates(history.refresh);
  const orders = useMemo(
    () =>
      endedOrders(
        withRecordUpdates(
          pages.flatMap((page) => page.orders),
          updates,
          hasEnded,
          isWhole,
        ),
        filter,
      ),
    [pages, updates, isWhole, filter],
  );
  return { ...history, orders };
}
