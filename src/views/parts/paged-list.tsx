/** A list that loads page by page. */
import type { ReactNode } from 'react';
import type { PagesView } from '../../app/core/hooks/use-pages.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { useOnSight } from '../../ui/use-on-sight.ts';

interface PagedListProps<Entry> {
  readonly list: Omit<PagesView<unknown>, 'pages' | 'refresh'>;
  /** Of all pages, in order. */
  readonly entries: readonly Entry[];
  /** Names the list for those who do not see it. */
  readonly label: string;
  /** Said while it loads. */
  readonly loadingLabel: string;
  /** What shows in place of a list without entries. */
  readonly empty: ReactNode;
  readonly keyOf: (entry: Entry) => string;
  readonly children: (entry: Entry) => ReactNode;
}

/** A list that goes on when its end comes into sight: loading, empty, failed and loading more included. */
export function PagedList<Entry>(props: PagedListProps<Entry>) {
  const { list, entries, label, loadingLabel, empty, keyOf, children } = props;
  if (list.status === 'loading') return <SkeletonRows label={loadingLabel} rows={8} />;
  if (list.status === 'failure') return <ErrorState error={list.error} onRetry={list.retry} />;
  if (entries.length === 0 && list.isWhole) return empty;
  return (
    <>
      <ul aria-label={label}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>{children(entry)}</li>
        ))}
      </ul>
      {list.moreError !== null && <ErrorState error={list.moreError} onRetry={list.retry} />}
      {list.isLoadingMore && <SkeletonRows label={loadingLabel} rows={3} />}
      {list.hasMore && <More key={list.pageCount} onMore={list.loadMore} />}
    </>
  );
}

/** Asks for the next page when the end comes near; a button for those who do not scroll. */
function More({ onMore }: { readonly onMore: () => void }) {
  const t = useText('common');
  const ref = useOnSight(onMore);
  return (
    <div ref={ref} className="flex justify-center py-4">
      <Button kind="quiet" size="small" onClick={onMore}>
        {t('action.showMore')}
      </Button>
    </div>
  );
}
