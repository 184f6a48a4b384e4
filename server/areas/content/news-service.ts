/** Articles by category: the rules of publishing, and reads in a reader's language. */
import { assert } from '../../../contract/assert.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/languages.ts';
import { NEWS_CATEGORIES, type NewsCategory } from '../../../contract/content/news-categories.ts';
import { ok, refuse, type Result } from '../../../contract/result.ts';
import type { NewsArticle, NewsItem } from '../../../contract/content/content.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { NewsRepo, NewsText } from './news.repo.ts';
import { sanitizeArticle } from './sanitize-article.ts';

/** An article as its author wrote it; `content` may have any HTML. */
export interface NewsDraft {
  readonly category: NewsCategory;
  /** Same-origin path of a picture (`/banners/…`), or empty. */
  readonly banner: string;
  readonly publishedAt: EpochMs;
  /** The default language is required; a missing other one falls back to it. */
  readonly texts: Readonly<Partial<Record<Locale, NewsText>>>;
}

export interface NewsService {
  /** Lists the newest first; empty for a category without articles. */
  list(categoryId: number, locale: Locale): Promise<NewsItem[]>;
  get(id: number, locale: Locale): Promise<Result<NewsArticle, 'news_not_found'>>;
  /**
   * Sanitizes and stores the article; returns its id. @throws AssertionError for a draft that breaks a
   * rule above.
   */
  publish(draft: NewsDraft): Promise<number>;
}

const SAME_ORIGIN_PATH = /^\/(?!\/)[\w./-]+$/;

/**
 * Trims titles and summaries, and sanitizes contents. @throws AssertionError without a title, or
 * without the default language.
 */
export async function cleanTexts(texts: NewsDraft['texts']): Promise<Map<Locale, NewsText>> {
  const cleaned = new Map<Locale, NewsText>();
  for (const locale of LOCALES) {
    const words = texts[locale];
    if (!words) continue;
    const title = words.title.trim();
    assert(title !== '', `an article needs a title in ${locale}`);
    cleaned.set(locale, {
      title,
      summary: words.summary.trim(),
      content: await sanitizeArticle(words.content),
    });
  }
  assert(cleaned.has(DEFAULT_LOCALE), `an article needs its text in ${DEFAULT_LOCALE}`);
  return cleaned;
}

export function createNewsService(repo: NewsRepo): NewsService {
  return {
    list: (categoryId, locale) => repo.list(categoryId, locale),

    async get(id, locale) {
      const article = await repo.find(id, locale);
      return article ? ok(article) : refuse('news_not_found');
    },

    async publish(draft) {
      assert(
        draft.banner === '' || SAME_ORIGIN_PATH.test(draft.banner),
        'a banner is a picture of this site',
      );
      return repo.insert({
        categoryId: NEWS_CATEGORIES[draft.category],
        banner: draft.banner,
        publishedAt: draft.publishedAt,
        texts: await cleanTexts(draft.texts),
      });
    },
  };
}
