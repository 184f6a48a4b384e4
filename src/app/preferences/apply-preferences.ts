import { changeLocale } from '../../i18n/i18n.ts';
import type { Runtime } from '../runtime.ts';
import type { Preferences, Theme } from './preferences.ts';

/** Makes the page look and speak as preferred, now and after every change. */
export function applyPreferences({ preferences, queries, page }: Runtime): void {
  let shown: Preferences | null = null;

  function apply(): void {
    const { theme, locale } = preferences.get();
    showTheme(page.document, theme);
    if (shown !== null && shown.locale !== locale) {
      void changeLocale(locale);
      // What the server says is in the language of the request.
      queries.refreshAll();
    }
    shown = preferences.get();
  }

  preferences.subscribe(apply);
  apply();
}

function showTheme(document: Document, theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  // The bar of the system above an installed app.
  const canvas = getComputedStyle(root).getPropertyValue('--canvas').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}
