/** Calls of the news editor. */
import type { AuditAction } from '../../../../contract/operator/audit-actions.ts';
import type { Locale } from '../../../../contract/languages.ts';
import { DEFAULT_LOCALE } from '../../../../contract/languages.ts';
import type {
  OperatorNews,
  OperatorNewsDetail,
} from '../../../../contract/operator/schemas/content.ts';
import { ok } from '../../../../contract/result.ts';
import type { NewsDesk, RecordArticle, WrittenArticle } from '../../content/content.area.ts';
import type { Database } from '../../../kit/db/database.ts';
import { writeAudit } from '../audit-trail.ts';
import { findLastAct } from '../revisions.repo.ts';
import type { Acted } from '../revisions.repo.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';

type NewsHandlers = Pick<
  OperatorHandlers,
  'listNews' | 'getNews' | 'previewNews' | 'saveNews' | 'publishNews' | 'withdrawNews'
>;

export function createNewsHandlers(database: Database, desk: NewsDesk): NewsHandlers {
  const detailOf = async <R extends { readonly ok: false }>(
    id: number,
    locale: Locale,
    read: () => Promise<R | { readonly ok: true; readonly value: WrittenArticle }>,
  ) => {
    const acted = await findLastAct(database, ['news', id]);
    const answer = await read();
    return answer.ok ? ok(toDetail(answer.value, locale, acted)) : answer;
  };
  /** Returns the changed article with the last action on it, which may be another operator's by now. */
  const changed = async <R extends { readonly ok: false }>(
    locale: Locale,
    answer: R | { readonly ok: true; readonly value: WrittenArticle },
  ) =>
    answer.ok
      ? detailOf(answer.value.row.id, locale, () => desk.find(answer.value.row.id))
      : answer;
  return {
    listNews: async ({ category_id: categoryId }, { locale }) =>
      ok((await desk.list(categoryId)).map((article) => toNews(article, locale))),
    getNews: ({ id }, { locale }) => detailOf(id, locale, () => desk.find(id)),
    previewNews: async ({ content }) => ok({ content: await desk.preview(content) }),
    saveNews: async (
      { id, revision: seen, client_id: clientId, category_id: categoryId, banner, texts, reason },
      context,
    ) => {
      const action = id === undefined ? 'news.create' : 'news.change';
      const draft = { id, clientId, categoryId, banner, texts };
      const note = noteOf(context, action, { reason, seen });
      return changed(context.locale, await desk.save(draft, context.now, note));
    },
    publishNews: async ({ id, revision: seen, reason }, context) => {
      const note = noteOf(context, 'news.publish', { reason, seen });
      return changed(context.locale, await desk.publish(id, context.now, note));
    },
    withdrawNews: async ({ id, revision: seen, reason }, context) => {
      const note = noteOf(context, 'news.withdraw', { reason, seen });
      return changed(context.locale, await desk.withdraw(id, context.now, note));
    },
  };
}

const noteOf =
  (
    context: OperatorContext,
    action: AuditAction,
    why: { readonly reason: string; readonly seen: number | undefined },
  ): RecordArticle =>
  (tx, newsId) =>
    writeAudit(tx, actOf(context), { action, subject: ['news', newsId], ...why });

/** Returns the first title that exists: in the operator's language, the default one, any. */
function titleOf(texts: WrittenArticle['texts'], locale: Locale) {
  const shown = [locale, DEFAULT_LOCALE, ...texts.keys()].find((one) => texts.has(one));
  const title = (shown && texts.get(shown)?.title) ?? '';
  return { title, title_locale: shown ?? DEFAULT_LOCALE };
}

const toNews = ({ row, texts }: WrittenArticle, locale: Locale): OperatorNews => ({
  id: row.id,
  category_id: row.categoryId,
  banner: row.banner,
  is_published: row.isPublished,
  published_at: row.publishedAt.getTime(),
  updated_at: row.updatedAt.getTime(),
  ...titleOf(texts, locale),
  locales: [...texts.keys()],
});

const toDetail = (
  article: WrittenArticle,
  locale: Locale,
  { revision, act }: Acted,
): OperatorNewsDetail => ({
  ...toNews(article, locale),
  revision,
  last_act: act,
  texts: Object.fromEntries(article.texts) as Partial<
    Record<Locale, { title: string; summary: string; content: string }>
  >,
});
