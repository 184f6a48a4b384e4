/** A list that loads page by page. */
import type { ReactNode } from 'react';
import type { PagesView } from '../../app/core/hooks/use-pages.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { useOnSight } from '../../ui/use-on-sight.ts';

export interface PagedListProps<Entry> {
  readonly list: Omit<PagesView<unknown>, 'pages' | 'refresh'>;
  /** Entries of all pages, in order. */
  readonly entries: readonly Entry[];
  /** Name of the list for assistive technology. */
  readonly label: string;
  /** Announced while it loads. */
  readonly loadingLabel: string;
  /** Replaces a list without entries. */
  readonly empty: ReactNode;
  readonly keyOf: (entry: Entry) => string;
  readonly children: (entry: Entry) => ReactNode;
}

/**
 * A list that loads further pages when its end comes into view, with its loading, empty and error
 * states.
 */
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

/** Requests the next page when the end is near; a button for users who do not scroll. */
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
