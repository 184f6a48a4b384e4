/** The news editor: drafts, changes, publishing and withdrawing, each logged with its reason. */
import { ensure } from '../../../contract/assert.ts';
import type { Locale } from '../../../contract/languages.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import {
  findArticle,
  findArticleOfClient,
  insertArticle,
  listArticles,
  lockArticle,
  replaceTexts,
  updateArticle,
} from './news-desk.repo.ts';
import type { NewsChange, NewsRow, WrittenArticle } from './news-desk.repo.ts';
import { cleanTexts } from './news-service.ts';
import type { NewsText } from './news.repo.ts';
import { sanitizeArticle } from './sanitize-article.ts';

interface ArticleDraft {
  /** Undefined for a new article. */
  readonly id: number | undefined;
  /** An id that the editor page gives to a new article, so that a retry does not create it twice. */
  readonly clientId: string | undefined;
  readonly categoryId: number;
  /** Same-origin path of a picture, or empty. */
  readonly banner: string;
  /** Contents may have any HTML; the default language is required. */
  readonly texts: Readonly<Partial<Record<Locale, NewsText>>>;
}

/** Writes the operator and the reason to the audit log, in the transaction of the change. */
export type RecordArticle = (tx: Transaction, newsId: number) => Promise<void>;

export interface NewsDesk {
  list(categoryId: number): Promise<readonly WrittenArticle[]>;
  find(id: number): Promise<Result<WrittenArticle, 'news_not_found'>>;
  /** Returns the HTML as it would be stored. */
  preview(content: string): Promise<string>;
  /** Saves an article: a new one is a draft; a change of a published one is visible immediately. */
  save(
    draft: ArticleDraft,
    now: EpochMs,
    record: RecordArticle,
  ): Promise<Result<WrittenArticle, 'news_not_found'>>;
  publish(
    id: number,
    now: EpochMs,
    record: RecordArticle,
  ): Promise<Result<WrittenArticle, 'news_not_found' | 'not_changed'>>;
  /** Hides the article from readers; it stays as a draft. */
  withdraw(
    id: number,
    now: EpochMs,
    record: RecordArticle,
  ): Promise<Result<WrittenArticle, 'news_not_found' | 'not_changed'>>;
}

export function createNewsDesk(database: Database): NewsDesk {
  const find = async (id: number) => {
    const article = await findArticle(database, id);
    return article === undefined ? refuse('news_not_found') : ok(article);
  };

  /** @param changeOf returns undefined when there is nothing to change. */
  async function change(
    id: number,
    record: RecordArticle,
    changeOf: (row: NewsRow) => NewsChange | undefined,
  ) {
    const done = await transaction(database, async (tx) => {
      const row = await lockArticle(tx, id);
      if (row === undefined) return refuse('news_not_found');
      const wanted = changeOf(row);
      if (wanted === undefined) return refuse('not_changed');
      await updateArticle(tx, id, wanted);
      await record(tx, id);
      return ok(null);
    });
    return done.ok ? find(id) : done;
  }

  return {
    list: (categoryId) => listArticles(database, categoryId),
    find,
    preview: (content) => sanitizeArticle(content),
    async save({ id, clientId, categoryId, banner, texts }, now, record) {
      const cleaned = await cleanTexts(texts);
      const fields = { categoryId, banner, updatedAt: new Date(now) };
      const newsId = await transaction(database, async (tx) => {
        const savedId = await put(tx, { id, clientId }, fields, now);
        if (savedId === undefined) return undefined;
        await replaceTexts(tx, savedId, cleaned);
        await record(tx, savedId);
        return savedId;
      });
      if (newsId !== undefined)
        return ok(ensure(await findArticle(database, newsId), `article ${newsId}`));
      if (clientId === undefined) return refuse('news_not_found');
      // It was saved by an earlier call whose answer was lost.
      return ok(ensure(await findArticleOfClient(database, clientId), `article of ${clientId}`));
    },
    publish: (id, now, record) =>
      change(id, record, ({ isPublished }) =>
        isPublished ? undefined : { isPublished: true, publishedAt: new Date(now) },
      ),
    withdraw: (id, now, record) =>
      change(id, record, ({ isPublished }) =>
        isPublished ? { isPublished: false, updatedAt: new Date(now) } : undefined,
      ),
  };
}

/** @returns the id; undefined when there is no such article, or the new one exists already. */
async function put(
  tx: Transaction,
  { id, clientId }: Pick<ArticleDraft, 'id' | 'clientId'>,
  fields: Pick<NewsRow, 'categoryId' | 'banner' | 'updatedAt'>,
  now: EpochMs,
): Promise<number | undefined> {
  if (id === undefined)
    return insertArticle(tx, {
      ...fields,
      clientId: clientId ?? null,
      isPublished: false,
      publishedAt: new Date(now),
    });
  if ((await lockArticle(tx, id)) === undefined) return undefined;
  await updateArticle(tx, id, fields);
  return id;
}
