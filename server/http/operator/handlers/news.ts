/** The news editor. */
import type { AuditAction } from '../../../../contract/operator/audit-actions.ts';
import type { Locale } from '../../../../contract/languages.ts';
import { DEFAULT_LOCALE } from '../../../../contract/languages.ts';
import type {
  OperatorNews,
  OperatorNewsDetail,
} from '../../../../contract/operator/schemas/news.ts';
import { ok } from '../../../../contract/result.ts';
import type { NewsDesk, RecordArticle } from '../../../news/news-desk.ts';
import type { WrittenArticle } from '../../../news/news-desk.repo.ts';
import { writeAudit } from '../../../operator/audit-trail.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorContext, OperatorHandlers } from '../operator-handlers.ts';

type NewsHandlers = Pick<
  OperatorHandlers,
  'listNews' | 'getNews' | 'previewNews' | 'saveNews' | 'publishNews' | 'withdrawNews'
>;

export function createNewsHandlers(desk: NewsDesk): NewsHandlers {
  return {
    listNews: async ({ category_id: categoryId }) => ok((await desk.list(categoryId)).map(toNews)),
    getNews: async ({ id }) => shown(await desk.find(id)),
    previewNews: ({ content }) => ok({ content: desk.preview(content) }),
    saveNews: async ({ id, category_id: categoryId, banner, texts, reason }, context) => {
      const action = id === undefined ? 'news.create' : 'news.change';
      const draft = { id, categoryId, banner, texts };
      return shown(await desk.save(draft, context.now, noteOf(context, action, reason)));
    },
    publishNews: async ({ id, reason }, context) =>
      shown(await desk.publish(id, context.now, noteOf(context, 'news.publish', reason))),
    withdrawNews: async ({ id, reason }, context) =>
      shown(await desk.withdraw(id, context.now, noteOf(context, 'news.withdraw', reason))),
  };
}

const noteOf =
  (context: OperatorContext, action: AuditAction, reason: string): RecordArticle =>
  (tx, newsId) =>
    writeAudit(tx, actOf(context), { action, subject: ['news', newsId], reason });

const shown = <R extends { readonly ok: false }>(
  answer: R | { readonly ok: true; readonly value: WrittenArticle },
) => (answer.ok ? ok(toDetail(answer.value)) : answer);

const toNews = ({ row, texts }: WrittenArticle): OperatorNews => ({
  id: row.id,
  category_id: row.categoryId,
  banner: row.banner,
  is_published: row.isPublished,
  published_at: row.publishedAt.getTime(),
  updated_at: row.updatedAt.getTime(),
  title: texts.get(DEFAULT_LOCALE)?.title ?? '',
  locales: [...texts.keys()],
});

const toDetail = (article: WrittenArticle): OperatorNewsDetail => ({
  ...toNews(article),
  texts: Object.fromEntries(article.texts) as Partial<
    Record<Locale, { title: string; summary: string; content: string }>
  >,
});
