/** Owns the tables of articles: what they are (`news`) and what they say in each language (`news_texts`). */
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
    /** When it was last published; of a draft, when it was made. */
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** Readers see no others. */
    isPublished: boolean('is_published').notNull().default(true),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Made by who wrote it: a draft whose answer was lost is saved once. */
    clientId: text('client_id').unique(),
  },
  (table) => [index('news_category_newest').on(table.categoryId, table.publishedAt.desc())],
);

/** The words of an article in one language; the default language always has a row. */
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
    /** Sanitised HTML. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.newsId, table.locale] })],
);
