/** Answers the calls that read articles and public settings. */
import { ok, refuse } from '../../../contract/result.ts';
import { PUBLIC_SETTINGS, type PublicSetting } from '../../../contract/content/content.ts';
import type { NewsService } from './news-service.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

const isPublic = (key: string): key is PublicSetting =>
  PUBLIC_SETTINGS.some((name) => name === key);

interface ContentServices {
  readonly news: NewsService;
  readonly settings: { find(key: PublicSetting): Promise<string | undefined> };
}

/** Handlers of `listNews`, `getNews` and `getSetting`. */
export function contentHandlers({
  news,
  settings,
}: ContentServices): Pick<Handlers, 'listNews' | 'getNews' | 'getSetting'> {
  return {
    listNews: async ({ category_id: categoryId }, { locale }) =>
      ok(await news.list(categoryId, locale)),

    getNews: ({ id }, { locale }) => news.get(id, locale),

    // Keys that are not public are answered like keys that do not exist.
    getSetting: async ({ key }) => {
      const value = isPublic(key) ? await settings.find(key) : undefined;
      return value === undefined ? refuse('setting_not_found') : ok(value);
    },
  };
}
