/** Schemas of articles by category and of public settings. */
import { z } from 'zod';
import { epochMs, wholeNumber } from '../schemas/fields.ts';

export const newsItem = z.object({
  id: z.int(),
  category_id: z.int(),
  title: z.string(),
  /** One or two sentences of plain text. */
  summary: z.string(),
  /** Same-origin path of a picture, or empty. */
  banner: z.string(),
  published_at: epochMs,
});

/** `content` is HTML that the server has sanitized. */
export const newsArticle = newsItem.extend({ content: z.string() });

export const listNewsQuery = z.strictObject({ category_id: wholeNumber(1, 99) });
export const getNewsQuery = z.strictObject({ id: wholeNumber(1, 2_147_483_647) });

/** Links to outside pages, set by operators; empty text if not set. */
export const LINK_SETTINGS = ['app_download_url', 'service_url'] as const;

/**
 * Settings that every caller may read: three links, `lever_profile`, which says how contracts are offered
 * (`contract/people/risk-versions.ts`), `micro_trading`, which is `on` where fast contracts are offered, and `password_profile`, which names the rules for new passwords
 * (`contract/identity/password-policy.ts`).
 */
export const PUBLIC_SETTINGS = [
  ...LINK_SETTINGS,
  'lever_profile',
  'micro_trading',
  'password_profile',
  'share_url',
] as const;
export const getSettingQuery = z.strictObject({ key: z.string().regex(/^[a-z_]{1,64}$/) });

export type LinkSetting = (typeof LINK_SETTINGS)[number];
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number];
export type NewsItem = z.infer<typeof newsItem>;
export type NewsArticle = z.infer<typeof newsArticle>;
