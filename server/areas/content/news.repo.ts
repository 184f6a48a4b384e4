/** Statements on the `news` tables. */
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ensure } from '../../../contract/assert.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../contract/languages.ts';
import type { NewsArticle, NewsItem } from '../../../contract/content/content.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { news, newsTexts } from '../../kit/db/schema/content.ts';

/** The text of an article in one language. */
export interface NewsText {
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** Sanitized HTML. */
  readonly content: string;
}

interface NewNews {
  readonly categoryId: number;
  readonly banner: string;
  readonly publishedAt: EpochMs;
  readonly texts: ReadonlyMap<Locale, NewsText>;
}

export interface NewsRepo {
  /** Lists the newest first; an article without a text in `locale` comes in the default language. */
  list(categoryId: number, locale: Locale): Promise<NewsItem[]>;
  find(id: number, locale: Locale): Promise<NewsArticle | undefined>;
  /** Returns the new id. */
  insert(article: NewNews): Promise<number>;
  isEmpty(): Promise<boolean>;
}

const wanted = alias(newsTexts, 'wanted');
const fallback = alias(newsTexts, 'fallback');
const { id, categoryId, banner, publishedAt } = getTableColumns(news);
const inEitherLanguage = (field: keyof NewsText) =>
  sql<string>`coalesce(${wanted[field]}, ${fallback[field]})`;
const itemColumns = {
  id,
  categoryId,
  banner,
  publishedAt,
  title: inEitherLanguage('title'),
  summary: inEitherLanguage('summary'),
};

interface ItemRow {
  readonly id: number;
  readonly categoryId: number;
  readonly banner: string;
  readonly publishedAt: Date;
  readonly title: string;
  readonly summary: string;
}

const toItem = (row: ItemRow): NewsItem => ({
  id: row.id,
  category_id: row.categoryId,
  title: row.title,
  summary: row.summary,
  banner: row.banner,
  published_at: row.publishedAt.getTime(),
});

const wantedText = (locale: Locale) => and(eq(wanted.newsId, news.id), eq(wanted.locale, locale));
const fallbackText = and(eq(fallback.newsId, news.id), eq(fallback.locale, DEFAULT_LOCALE));

export function createNewsRepo(db: Executor): NewsRepo {
  return {
    async list(category, locale) {
      const rows = await db
        .select(itemColumns)
        .from(news)
        .innerJoin(fallback, fallbackText)
        .leftJoin(wanted, wantedText(locale))
        .where(and(eq(news.categoryId, category), news.isPublished))
        .orderBy(desc(news.publishedAt), desc(news.id));
      return rows.map(toItem);
    },

    async find(newsId, locale) {
      const [row] = await db
        .select({ ...itemColumns, content: inEitherLanguage('content') })
        .from(news)
        .innerJoin(fallback, fallbackText)
        .leftJoin(wanted, wantedText(locale))
        .where(and(eq(news.id, newsId), news.isPublished));
      return row && { ...toItem(row), content: row.content };
    },

    insert: (article) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(news)
          .values({
            categoryId: article.categoryId,
            banner: article.banner,
            publishedAt: new Date(article.publishedAt),
            updatedAt: new Date(article.publishedAt),
          })
          .returning({ id: news.id });
        const newsId = ensure(row, 'id of the inserted article').id;
        await tx
          .insert(newsTexts)
          .values([...article.texts].map(([locale, words]) => ({ newsId, locale, ...words })));
        return newsId;
      }),

    async isEmpty() {
      const [row] = await db.select({ id: news.id }).from(news).limit(1);
      return row === undefined;
    },
  };
}
