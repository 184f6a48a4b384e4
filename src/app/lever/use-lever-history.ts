/** The hook of ended contract orders: page by page, then live. */
import { useMemo } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';

interface LeverHistoryView extends PagesView<ResponseOf<'listLeverHistory'>> {
  /** Newest first; all requested pages with later ends. */
  readonly orders: readonly LeverOrderInfo[];
}

const hasEnded = ({ state }: LeverOrderInfo): boolean =>
  state === 'closed' || state === 'cancelled';

/** Returns the user's closed positions and canceled orders. */
export function useLeverHistory(): LeverHistoryView {
  const history = usePages('listLeverHistory', {});
  const { pages, isWhole } = history;
  const updates = useRecordUpdates('lever_order');
  useReloadAfterMissedUpdates(history.refresh);
  const orders = useMemo(
    () =>
      withRecordUpdates(
        pages.flatMap((page) => page.orders),
        updates,
        hasEnded,
        isWhole,
      ),
    [pages, updates, isWhole],
  );
  return { ...history, orders };
}
