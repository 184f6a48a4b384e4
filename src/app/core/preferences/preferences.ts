/** The store of theme, language and favorites in this browser. */
import { LANGUAGES, matchLocale, type Locale } from '../../../../contract/languages.ts';
import type { KeyValueStore } from '../key-value-store.ts';

export type Theme = 'dark' | 'light';

export interface Preferences {
  readonly theme: Theme;
  readonly locale: Locale;
  /** Favorite spot markets, newest last. */
  readonly favoriteIds: readonly number[];
}

export interface PreferenceStore {
  get(): Preferences;
  set(change: Partial<Preferences>): void;
  subscribe(onChange: () => void): () => void;
}

const THEME_KEY = 'meridian.isDark';
const LOCALE_KEY = 'meridian.locale';
/** Browsers have stored this name. */
const FAVORITES_KEY = 'meridian.favourites';

interface Surroundings {
  /** The system's theme, used until the user chooses one. */
  readonly prefersDark: boolean;
  /** Languages of the browser, best first. */
  readonly wishes: readonly string[];
}

/** Creates the store of choices; without a choice, the system and the browser decide. */
export function createPreferenceStore(
  store: KeyValueStore,
  surroundings: Surroundings,
): PreferenceStore {
  const listeners = new Set<() => void>();
  let current = read();

  function read(): Preferences {
    const isDark = store.get(THEME_KEY);
    return {
      theme: (isDark === null ? surroundings.prefersDark : isDark === 'true') ? 'dark' : 'light',
      locale: keptLocale(store.get(LOCALE_KEY)) ?? matchLocale(surroundings.wishes),
      favoriteIds: parseIds(store.get(FAVORITES_KEY)),
    };
  }

  function publish(next: Preferences): void {
    current = next;
    for (const listener of listeners) listener();
  }

  // Other tabs of the same browser follow.
  for (const key of [THEME_KEY, LOCALE_KEY, FAVORITES_KEY]) store.watch(key, () => publish(read()));

  return {
    get: () => current,
    set(change) {
      if (change.theme !== undefined) store.set(THEME_KEY, String(change.theme === 'dark'));
      if (change.locale !== undefined) store.set(LOCALE_KEY, change.locale);
      if (change.favoriteIds !== undefined)
        store.set(FAVORITES_KEY, JSON.stringify(change.favoriteIds));
      publish({ ...current, ...change });
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

function keptLocale(text: string | null): Locale | undefined {
  return LANGUAGES.find(({ locale }) => locale === text)?.locale;
}

function parseIds(text: string | null): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}
