/** The hook of ended contract orders: page by page, then live. */
import { useMemo } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordNews } from '../core/hooks/use-record-news.ts';
import { useReloadAfterMissedNews } from '../core/hooks/use-user-news.ts';
import { withRecordNews } from '../core/live/record-news.ts';

interface LeverHistoryView extends PagesView<ResponseOf<'listLeverHistory'>> {
  /** Newest first; all requested pages with later ends. */
  readonly orders: readonly LeverOrderInfo[];
}

const hasEnded = ({ state }: LeverOrderInfo): boolean =>
  state === 'closed' || state === 'cancelled';

/** Returns the user's closed positions and cancelled orders. */
export function useLeverHistory(): LeverHistoryView {
  const history = usePages('listLeverHistory', {});
  const { pages, isWhole } = history;
  const news = useRecordNews('lever_order');
  useReloadAfterMissedNews(history.refresh);
  const orders = useMemo(
    () =>
      withRecordNews(
        pages.flatMap((page) => page.orders),
        news,
        hasEnded,
        isWhole,
      ),
    [pages, news, isWhole],
  );
  return { ...history, orders };
}
