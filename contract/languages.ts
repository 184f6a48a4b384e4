/** The ten languages of the product, in the order in which they are offered. */

export interface Language {
  readonly index: number;
  /** Own name, shown in the picker. */
  readonly name: string;
  /** BCP 47 tag; also the folder in `locales/`. */
  readonly locale: Locale;
  /** Short key for compact places (top bar). */
  readonly key: string;
  /** Value of the `Lang` request header. */
  readonly header: string;
  /** Two-letter country code of the flag picture. */
  readonly flag: string;
}

export const LOCALES = [
  'zh-CN',
  'zh-HK',
  'en-US',
  'ja-JP',
  'ko-KR',
  'th-TH',
  'vi-VN',
  'de-DE',
  'fr-FR',
  'es-ES',
] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'zh-CN';

const language = (locale: Locale, name: string, key: string, flag: string): Language => ({
  index: LOCALES.indexOf(locale),
  name,
  locale,
  key,
  header: locale,
  flag,
});

export const LANGUAGES: readonly Language[] = [
  language('zh-CN', '简体中文', 'CN', 'cn'),
  language('zh-HK', '繁體中文', 'HK', 'hk'),
  language('en-US', 'English', 'EN', 'us'),
  language('ja-JP', '日本語', 'JP', 'jp'),
  language('ko-KR', '한국어', 'KR', 'kr'),
  language('th-TH', 'ไทย', 'TH', 'th'),
  language('vi-VN', 'Tiếng Việt', 'VN', 'vn'),
  language('de-DE', 'Deutsch', 'DE', 'de'),
  language('fr-FR', 'Français', 'FR', 'fr'),
  language('es-ES', 'Español', 'ES', 'es'),
];

/** The picker's entry of a locale. */
export const languageOf = (locale: Locale): Language =>
  LANGUAGES.find((offered) => offered.locale === locale) ?? (LANGUAGES[0] as Language);

/** Names of the translation files, one JSON per language and namespace in `locales/<tag>/`. */
export const NAMESPACES = [
  'common',
  'parts',
  'errors',
  'home',
  'identity',
  'identity-security',
  'verification',
  'people',
  'market',
  'spot',
  'staking',
  'ieo',
  'lever',
  'micro',
  'wallet',
  'fiat',
  'fiat-merchant',
  'content',
  'feedback',
  'operator',
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/**
 * Returns the offered locale nearest to a list such as `navigator.languages` or a `Lang` header:
 * exact tag, then traditional or simplified Chinese by script and region, then the base language.
 * Falls back to zh-CN.
 */
export function matchLocale(wishes: readonly string[]): Locale {
  for (const wish of wishes) {
    const tag = wish.trim().toLowerCase().replaceAll('_', '-');
    const exact = LOCALES.find((locale) => locale.toLowerCase() === tag);
    if (exact) return exact;
    const [base = '', ...rest] = tag.split('-');
    if (base === 'zh')
      return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-HK' : 'zh-CN';
    const sameBase = LOCALES.find((locale) => locale.toLowerCase().startsWith(`${base}-`));
    if (base !== '' && sameBase) return sameBase;
  }
  return DEFAULT_LOCALE;
}
