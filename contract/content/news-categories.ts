/** Categories of articles. Plain data, so that the client can import it without a schema library. */

/** The spec has the numbers of banners and notices; the others follow. */
export const NEWS_CATEGORIES = {
  banner: 2,
  notice: 3,
  help: 4,
  activity: 5,
  about: 6,
  privacy: 7,
  agreement: 8,
} as const;
export type NewsCategory = keyof typeof NEWS_CATEGORIES;
