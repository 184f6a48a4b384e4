/** The start of i18next, with lazily loaded namespaces of one language. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LOCALES, type Locale, type Namespace } from '../../contract/languages.ts';
import { loadTexts } from './locale-files.ts';

/** i18next asks for a language and an area; both come from the lists of the contract. */
const lazyFiles = (onGone: () => void): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  // i18next takes a promise from a `read` of two arguments.
  read: (locale, namespace) =>
    loadTexts(locale as Locale, namespace as Namespace, onGone, () => {
      void i18n
        .reloadResources(locale, namespace)
        // Their views render the texts that have arrived.
        .then(() => i18n.emit('languageChanged', i18n.language));
    }),
});

/** The library's own instance: the hooks and code outside of React share it. */
const i18n = i18next;

/**
 * Loads the shared texts of `locale` and makes it the page's language. Call once, before rendering.
 * @param onGone called when texts of this release are on the server no longer.
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
      // A file that does not come is replaced by zh-CN's (`loadTexts`), a text that a file lacks by the build
      // (`scripts/texts-plugin.ts`). The library would load the files of zh-CN with those of every language.
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true, bindI18n: 'languageChanged' },
    });
}

/** Loads every text in use in the new language first, then shows it: the page never blinks. */
export async function changeLocale(locale: Locale): Promise<void> {
  await i18n.changeLanguage(locale);
}
