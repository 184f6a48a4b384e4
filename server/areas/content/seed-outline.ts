/** The list of articles that the demo exchange starts with; `seed/<locale>.json` has their texts by key. */
import type { NewsCategory } from '../../../contract/content/news-categories.ts';

interface SeedArticle {
  /** Key in `seed/<locale>.json`. */
  readonly key: string;
  readonly category: NewsCategory;
  readonly banner?: string;
  /** UTC day of publication that is shown. Lists are newest first. */
  readonly day: string;
}

export const SEED_ARTICLES: readonly SeedArticle[] = [
  { key: 'banner_welcome', category: 'banner', banner: '/banners/banner-1.svg', day: '2026-11-20' },
  { key: 'banner_live', category: 'banner', banner: '/banners/banner-2.svg', day: '2026-11-19' },
  {
    key: 'banner_security',
    category: 'banner',
    banner: '/banners/banner-3.svg',
    day: '2026-11-18',
  },

  { key: 'notice_opening', category: 'notice', day: '2026-11-20' },
  { key: 'notice_prices', category: 'notice', day: '2026-11-18' },
  { key: 'notice_verification', category: 'notice', day: '2026-11-16' },
  { key: 'notice_phishing', category: 'notice', day: '2026-11-13' },
  { key: 'notice_languages', category: 'notice', day: '2026-11-10' },

  { key: 'help_register', category: 'help', day: '2026-11-09' },
  { key: 'help_verify', category: 'help', day: '2026-11-08' },
  { key: 'help_deposit', category: 'help', day: '2026-11-07' },
  { key: 'help_spot', category: 'help', day: '2026-11-06' },
  { key: 'help_contracts', category: 'help', day: '2026-11-05' },
  { key: 'help_fast_contracts', category: 'help', day: '2026-11-04' },
  { key: 'help_fiat', category: 'help', day: '2026-11-03' },
  { key: 'help_security', category: 'help', day: '2026-11-02' },

  {
    key: 'activity_tour',
    category: 'activity',
    banner: '/banners/banner-1.svg',
    day: '2026-11-20',
  },
  {
    key: 'activity_watchlist',
    category: 'activity',
    banner: '/banners/banner-2.svg',
    day: '2026-11-17',
  },
  {
    key: 'activity_checkup',
    category: 'activity',
    banner: '/banners/banner-3.svg',
    day: '2026-11-15',
  },

  { key: 'about_meridian', category: 'about', day: '2026-11-04' },
  { key: 'about_contact', category: 'about', day: '2026-11-03' },
  { key: 'about_open_source', category: 'about', day: '2026-11-01' },

  { key: 'agreement', category: 'agreement', day: '2026-11-01' },
  { key: 'privacy', category: 'privacy', day: '2026-11-01' },
];
