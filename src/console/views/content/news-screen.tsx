/** The screen of articles by category. */
import { Link, useSearchParams } from 'react-router-dom';
import { NEWS_CATEGORIES } from '../../../../contract/content/news-categories.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { languageName } from './language-name.ts';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NewsEditor } from './news-editor.tsx';
import { NewsPanel } from './news-panel.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordView } from '../parts/record-view.tsx';

const CATEGORIES = Object.entries(NEWS_CATEGORIES) as [keyof typeof NEWS_CATEGORIES, number][];
const NEW = 'new';

/** Articles by category, published or not. */
export function NewsScreen() {
  const t = useText('operator');
  const format = useFormat();
  const [address, setAddress] = useSearchParams();
  const asked = address.get('category');
  const [, categoryId] =
    CATEGORIES.find(([, id]) => String(id) === asked) ?? (['', NEWS_CATEGORIES.notice] as const);
  const category = String(categoryId);
  const open = (id: string) => setAddress({ category, id });
  return (
    <MasterDetail
      title={t('section.news')}
      actions={
        <Link
          to={`?category=${category}&id=${NEW}`}
          className={`${buttonStyle('secondary', 'small')} me-2`}
        >
          {t('news.new')}
        </Link>
      }
      filters={
        <FilterTabs
          name="category"
          label={t('news.category')}
          value={category}
          options={CATEGORIES.map(([name, id]) => ({
            value: String(id),
            label: t(`newsCategory.${name}`),
          }))}
        />
      }
      list={<Articles key={`${category} ${format.locale}`} categoryId={category} />}
      renderDetail={(id) =>
        id === NEW ? (
          <NewsEditor
            key={category}
            article={null}
            categoryId={category}
            onSaved={(article) => open(String(article.id))}
          />
        ) : (
          <NewsPanel id={id} />
        )
      }
    />
  );
}

function Articles({ categoryId }: { readonly categoryId: string }) {
  const t = useText('operator');
  const format = useFormat();
  const query = useOperatorQuery('listNews', { category_id: categoryId }, FOLLOW_MS.list);
  return (
    <RecordView query={query}>
      {(articles) =>
        articles.length === 0 ? (
          <EmptyState title={t('news.empty')} hint={t('news.emptyHint')} />
        ) : (
          <ul aria-label={t('section.news')} className="flex flex-col divide-y divide-line">
            {articles.map((article) => (
              <li key={article.id}>
                <RecordLink id={String(article.id)}>
                  <span className="flex flex-wrap items-center justify-between gap-x-2">
                    <span lang={article.title_locale} className="min-w-0 font-medium wrap-anywhere">
                      {article.title}
                    </span>
                    <Badge tone={article.is_published ? 'up' : 'neutral'}>
                      {t(article.is_published ? 'news.published' : 'news.draft')}
                    </Badge>
                  </span>
                  <span className="text-sm text-muted">{format.dateTime(article.updated_at)}</span>
                  {article.title_locale !== format.locale && (
                    <span className="text-sm text-muted">
                      {t('news.fallback', { language: languageName(article.title_locale) })}
                    </span>
                  )}
                </RecordLink>
              </li>
            ))}
          </ul>
        )
      }
    </RecordView>
  );
}
