/** The start of i18next, with lazily loaded namespaces of one language. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LOCALES, type Locale, type Namespace } from '../../contract/languages.ts';
import { loadTexts } from './locale-files.ts';

/** Loads the file of a language and a namespace, both from the contract's lists. */
const lazyFiles = (onGone: () => void): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  // i18next accepts a promise from a `read` with two arguments.
  read: (locale, namespace) =>
    loadTexts(locale as Locale, namespace as Namespace, onGone, () => {
      void i18n
        .reloadResources(locale, namespace)
        // Rerenders the views with the texts that have arrived.
        .then(() => i18n.emit('languageChanged', i18n.language));
    }),
});

/** The library's own instance, shared by hooks and code outside of React. */
const i18n = i18next;

/**
 * Loads the shared texts of `locale` and makes it the page's language. Must be called once, before
 * rendering.
 * @param onGone called when texts of this release are no longer on the server.
 */
export async function startI18n(locale: Locale, onGone: () => void): Promise<void> {
  i18n.on('languageChanged', (tag) => {
    document.documentElement.lang = tag;
  });
  await i18n
    .use(lazyFiles(onGone))
    .use(initReactI18next)
    .init({
      lng: locale,
      supportedLngs: LOCALES,
      load: 'currentOnly',
      // zh-CN's file replaces one that does not arrive (`loadTexts`), and the build fills in
      // missing texts (`scripts/texts-plugin.ts`). The library's own fallback would load the files
      // of zh-CN with those of every language.
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true, bindI18n: 'languageChanged' },
    });
}

/** Loads every used text in the new language first, so that the page changes at one moment. */
export async function changeLocale(locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
}
