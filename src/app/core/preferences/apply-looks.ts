/** Applies theme and language to the document, on start and after each change. */
import { changeLocale } from '../../../i18n/i18n.ts';
import type { PreferenceStore, Preferences, Theme } from './preferences.ts';

/**
 * Applies the preferred theme and language to the page, now and after every change; calls
 * `onLocale` with a new language.
 */
export function applyLooks(
  page: Window,
  preferences: PreferenceStore,
  onLocale?: () => void,
): void {
  let shown: Preferences | null = null;

  function apply(): void {
    const { theme, locale } = preferences.get();
    showTheme(page.document, theme);
    if (shown !== null && shown.locale !== locale) {
      void changeLocale(locale);
      onLocale?.();
    }
    shown = preferences.get();
  }

  preferences.subscribe(apply);
  apply();
}

function showTheme(document: Document, theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  // The system's bar above an installed app.
  const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}
