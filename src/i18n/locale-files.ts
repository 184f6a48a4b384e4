import { DEFAULT_LOCALE, type Locale, type Namespace } from '../../contract/languages.ts';

type Texts = Record<string, unknown>;

const files = import.meta.glob<Texts>('../../locales/*/*.json', { import: 'default' });

/** Texts of one language and area of the product; a file that is not there is read in zh-CN. */
export async function loadTexts(locale: Locale, namespace: Namespace): Promise<Texts> {
  const load = files[path(locale, namespace)] ?? files[path(DEFAULT_LOCALE, namespace)];
  return load ? await load() : {};
}

function path(locale: Locale, namespace: Namespace): string {
  return `../../locales/${locale}/${namespace}.json`;
}
