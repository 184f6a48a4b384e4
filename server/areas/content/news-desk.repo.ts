/** Statements of the news editor: articles in all their languages, published or not. */
import { desc, eq } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Locale } from '../../../contract/languages.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { news, newsTexts } from '../../kit/db/schema/content.ts';
import type { NewsText } from './news.repo.ts';

export type NewsRow = typeof news.$inferSelect;
export type NewsChange = Partial<Omit<typeof news.$inferInsert, 'id'>>;

export interface WrittenArticle {
  readonly row: NewsRow;
  readonly texts: ReadonlyMap<Locale, NewsText>;
}

/** Returns the newest articles first. */
export async function listArticles(
  database: Executor,
  categoryId: number,
): Promise<readonly WrittenArticle[]> {
  const rows = await database
    .select()
    .from(news)
    .innerJoin(newsTexts, eq(newsTexts.newsId, news.id))
    .where(eq(news.categoryId, categoryId))
    .orderBy(desc(news.publishedAt), desc(news.id));
  return gathered(rows);
}

export const findArticle = (database: Executor, id: number): Promise<WrittenArticle | undefined> =>
  findWhere(database, eq(news.id, id));

export const findArticleOfClient = (
  database: Executor,
  clientId: string,
): Promise<WrittenArticle | undefined> => findWhere(database, eq(news.clientId, clientId));

async function findWhere(database: Executor, isIt: SQL): Promise<WrittenArticle | undefined> {
  const rows = await database
    .select()
    .from(news)
    .innerJoin(newsTexts, eq(newsTexts.newsId, news.id))
    .where(isIt);
  return gathered(rows)[0];
}

/** Locks the article until the transaction ends. */
export async function lockArticle(tx: Transaction, id: number): Promise<NewsRow | undefined> {
  const rows = await tx.select().from(news).where(eq(news.id, id)).for('update');
  return rows[0];
}

/** @returns its id; undefined when an article with the same `clientId` exists. */
export async function insertArticle(
  tx: Transaction,
  article: typeof news.$inferInsert,
): Promise<number | undefined> {
  const rows = await tx
    .insert(news)
    .values(article)
    .onConflictDoNothing({ target: news.clientId })
    .returning({ id: news.id });
  return rows[0]?.id;
}

export async function updateArticle(
  tx: Transaction,
  id: number,
  change: NewsChange,
): Promise<void> {
  await tx.update(news).set(change).where(eq(news.id, id));
}

/** Replaces the texts of an article in every language. */
export async function replaceTexts(
  tx: Transaction,
  newsId: number,
  texts: ReadonlyMap<Locale, NewsText>,
): Promise<void> {
  await tx.delete(newsTexts).where(eq(newsTexts.newsId, newsId));
  await tx
    .insert(newsTexts)
    .values([...texts].map(([locale, words]) => ({ newsId, locale, ...words })));
}

interface JoinedRow {
  readonly news: NewsRow;
  readonly news_texts: typeof newsTexts.$inferSelect;
}

function gathered(rows: readonly JoinedRow[]): readonly WrittenArticle[] {
  const articles = new Map<number, { row: NewsRow; texts: Map<Locale, NewsText> }>();
  for (const { news: row, news_texts: words } of rows) {
    const article = articles.get(row.id) ?? { row, texts: new Map() };
    const { locale, title, summary, content } = words;
    article.texts.set(locale as Locale, { title, summary, content });
    articles.set(row.id, article);
  }
  return [...articles.values()];
}
