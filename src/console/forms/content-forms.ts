/** The form of the article editor. */
import {
  NEWS_RULES,
  newsTextFields,
  newsTextsOf,
  type NewsFields,
} from '../../../machines/app/operator/operator-news.rules.ts';
import type { OperatorNewsDetail } from '../../../contract/operator/schemas/content.ts';
import type { OperatorForm } from './operator-form.ts';

export const SAVE_NEWS: OperatorForm<'saveNews', NewsFields> = {
  name: 'saveNews',
  rules: NEWS_RULES,
  request: (fields) => ({
    ...(fields.id === ''
      ? { client_id: fields.clientId }
      : { id: fields.id, revision: fields.revision }),
    category_id: fields.categoryId,
    banner: fields.banner.trim(),
    texts: JSON.stringify(newsTextsOf(fields)),
    reason: fields.reason.trim(),
  }),
};

/** Initial fields of the editor. */
export const newsFieldsOf = (article: OperatorNewsDetail): Partial<NewsFields> => ({
  id: String(article.id),
  revision: String(article.revision),
  categoryId: String(article.category_id),
  banner: article.banner,
  reason: '',
  ...newsTextFields(article.texts),
});
