/** One article, or its loading, error or missing state. */
import type { NewsArticle } from '../../../contract/content/content.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { ArticleText } from './article-text.tsx';
import { NewsPicture } from './news-picture.tsx';

/** The article with this id, or its loading, missing or error state. */
export function ArticleView({ id }: { readonly id: number }) {
  const query = useQuery('getNews', { id: String(id) });
  if (query.status === 'loading') return <ArticleSkeleton />;
  if (query.status === 'success') return <Article article={query.data} />;
  if (query.error === 'news_not_found') return <ArticleMissing />;
  return <ErrorState error={query.error} onRetry={query.retry} />;
}

/** Reports that there is no such article. */
export function ArticleMissing() {
  const t = useText('content');
  return <EmptyState title={t('article.missing')} hint={t('article.missingHint')} />;
}

function Article({ article }: { readonly article: NewsArticle }) {
  const format = useFormat();
  return (
    <article className="flex flex-col gap-4 px-gutter">
      <header className="flex flex-col gap-1.5">
        <h2 className="text-xl font-semibold text-balance">{article.title}</h2>
        <time
          dateTime={new Date(article.published_at).toISOString()}
          className="figures text-sm text-faint"
        >
          {format.date(article.published_at)}
        </time>
      </header>
      <div className="overflow-hidden rounded-card empty:hidden">
        <NewsPicture path={article.banner} />
      </div>
      <ArticleText html={article.content} />
    </article>
  );
}

function ArticleSkeleton() {
  const t = useText('content');
  return (
    <output aria-label={t('state.loading')} className="flex flex-col gap-3 px-gutter">
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="mb-3 h-4 w-28" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </output>
  );
}
