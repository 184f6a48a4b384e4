/** The articles of a category, or its loading, empty or error state. */
import type { ReactNode } from 'react';
import { NEWS_CATEGORIES, type NewsCategory } from '../../../contract/content/news-categories.ts';
import type { NewsItem } from '../../../contract/content/content.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';

interface NewsItemsProps {
  readonly category: NewsCategory;
  readonly emptyTitle: string;
  readonly emptyHint: string;
  /** Receives at least one item, newest first. */
  readonly children: (items: readonly NewsItem[]) => ReactNode;
}

/** The items of a category, or the loading, empty or error state. */
export function NewsItems({ category, emptyTitle, emptyHint, children }: NewsItemsProps) {
  const t = useText('content');
  const query = useQuery('listNews', { category_id: String(NEWS_CATEGORIES[category]) });
  if (query.status === 'failure') return <ErrorState error={query.error} onRetry={query.retry} />;
  if (query.status === 'loading') return <SkeletonRows label={t('state.loading')} rows={5} />;
  if (query.data.length === 0) return <EmptyState title={emptyTitle} hint={emptyHint} />;
  return children(query.data);
}
