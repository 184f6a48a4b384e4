/** Tables of articles: their attributes (`news`) and their texts in each language (`news_texts`). */
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/** One article of any category (`contract/content/content.ts`). */
export const news = pgTable(
  'news',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    categoryId: smallint('category_id').notNull(),
    /** Same-origin path of a picture, or empty. */
    banner: text('banner').notNull(),
    /** Time of the last publication; for a draft, of its creation. */
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** Readers only see published articles. */
    isPublished: boolean('is_published').notNull().default(true),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Chosen by the author's page, so that a draft whose response was lost is saved once. */
    clientId: text('client_id').unique(),
  },
  (table) => [index('news_category_newest').on(table.categoryId, table.publishedAt.desc())],
);

/** The texts of an article in one language; the default language always has a row. */
export const newsTexts = pgTable(
  'news_texts',
  {
    newsId: integer('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    /** BCP 47 tag of `contract/languages.ts`. */
    locale: text('locale').notNull(),
    title: text('title').notNull(),
    /** Plain text. */
    summary: text('summary').notNull(),
    /** Sanitized HTML. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.newsId, table.locale] })],
);
