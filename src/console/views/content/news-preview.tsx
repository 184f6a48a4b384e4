/** The preview of an article, sanitized by the server. */
import { useText } from '../../../i18n/use-text.ts';
import { ArticleText } from '../../../views/parts/article-text.tsx';
import { useNewsPreview } from '../../hooks/use-news-preview.ts';

/** The article as readers would see it, sanitized by the server like stored content. */
export function NewsPreview({ content }: { readonly content: string }) {
  const t = useText('operator');
  const html = useNewsPreview(content);
  return (
    <section
      aria-label={t('news.preview')}
      className="min-h-40 rounded-card border border-line bg-surface p-4"
    >
      <h2 className="mb-2 text-sm font-semibold text-muted">{t('news.preview')}</h2>
      {html === null ? <p className="text-muted">{t('loading')}</p> : <ArticleText html={html} />}
    </section>
  );
}
