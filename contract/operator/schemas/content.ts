/** Articles in all their languages, published or not. */
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES } from '../../languages.ts';
import { NEWS_CATEGORIES } from '../../content/news-categories.ts';
import { clientIdField, epochMs, lineField, wholeNumber } from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

const NEWS_ID_MAX = 2_147_483_647;
const CONTENT_LENGTH_MAX = 50_000;
/** Room for ten languages of the longest content, as JSON. */
const TEXTS_LENGTH_MAX = 800_000;

const newsIdField = wholeNumber(1, NEWS_ID_MAX);
const categoryIdField = wholeNumber(1, Math.max(...Object.values(NEWS_CATEGORIES)));
/** Same-origin path of a picture, or empty. */
const bannerField = z.string().regex(/^(?:|\/(?!\/)[\w./-]{1,199})$/);
const locale = z.enum(LOCALES);
/** HTML of any kind; the server sanitizes it before it is stored or shown. */
const contentField = z.string().max(CONTENT_LENGTH_MAX);

const newsText = z.strictObject({
  title: lineField(1, 200),
  /** Plain text. */
  summary: z.union([lineField(1, 500), z.literal('')]),
  content: contentField,
});
const newsTexts = z.partialRecord(locale, newsText);
/** One entry per language, as JSON; the default language must be there, the others fall back to it. */
const newsTextsField = z.codec(
  z.string().max(TEXTS_LENGTH_MAX),
  newsTexts.refine((texts) => texts[DEFAULT_LOCALE] !== undefined),
  {
    decode: (text, context) => {
      try {
        return JSON.parse(text) as z.input<typeof newsTexts>;
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'not JSON' });
        return z.NEVER;
      }
    },
    encode: (texts) => JSON.stringify(texts),
  },
);

/** Newest first, published or not. */
export const listOperatorNewsQuery = z.strictObject({ category_id: categoryIdField });
export const operatorNews = z.object({
  id: z.int(),
  category_id: z.int(),
  banner: z.string(),
  is_published: z.boolean(),
  published_at: epochMs,
  updated_at: epochMs,
  /**
   * Title in the operator's language; if there is no such text, in the default language, then in
   * any other.
   */
  title: z.string(),
  title_locale: locale,
  /** Languages with their own text. */
  locales: z.array(locale),
});
export const newsIdQuery = z.strictObject({ id: newsIdField });
export const operatorNewsDetail = operatorNews.extend({
  texts: newsTexts,
  revision: z.int(),
  last_act: lastActField,
});
/** Shows the sanitized content as readers would see it. */
export const previewNewsBody = z.strictObject({ content: contentField });
export const newsPreview = z.object({ content: z.string() });
/**
 * A new article, not published yet; or, with `id`, a change of one, which keeps its position.
 * Languages that are left out lose their texts. A repeated `client_id` is the same new article, in
 * its present state.
 */
export const saveNewsBody = z
  .strictObject({
    id: newsIdField.optional(),
    /** Revision of the article to change; a new one has none. */
    revision: revisionField.optional(),
    /** Only for a new article. */
    client_id: clientIdField.optional(),
    category_id: categoryIdField,
    banner: bannerField.default(''),
    texts: newsTextsField,
    reason: reasonField,
  })
  .superRefine(({ id, revision, client_id: clientId }, context) => {
    if ((id === undefined) !== (revision === undefined))
      context.addIssue({ code: 'custom', path: ['revision'] });
    if (id !== undefined && clientId !== undefined)
      context.addIssue({ code: 'custom', path: ['client_id'] });
  });
export const changeNewsBody = z.strictObject({
  id: newsIdField,
  revision: revisionField,
  reason: reasonField,
});

export type OperatorNews = z.infer<typeof operatorNews>;
export type OperatorNewsDetail = z.infer<typeof operatorNewsDetail>;
