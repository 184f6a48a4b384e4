/** The hooks of theme, language and favorite markets. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { languageOf, type Language, type Locale } from '../../../../contract/languages.ts';
import type { Preferences, Theme } from '../preferences/preferences.ts';
import { usePreferenceStore } from '../preferences/preferences-context.ts';

function usePreference<Value>(select: (preferences: Preferences) => Value): Value {
  const preferences = usePreferenceStore();
  return useSyncExternalStore(preferences.subscribe, () => select(preferences.get()));
}

/** Returns the theme on screen, and a function that switches it. */
export function useTheme(): readonly [Theme, () => void] {
  const preferences = usePreferenceStore();
  const theme = usePreference((current) => current.theme);
  const toggle = useCallback(
    () => preferences.set({ theme: preferences.get().theme === 'dark' ? 'light' : 'dark' }),
    [preferences],
  );
  return [theme, toggle];
}

/**
 * Returns the chosen language, and a function that chooses another; texts and server answers
 * follow.
 */
export function useLanguage(): readonly [Language, (locale: Locale) => void] {
  const preferences = usePreferenceStore();
  const locale = usePreference((current) => current.locale);
  const choose = useCallback((next: Locale) => preferences.set({ locale: next }), [preferences]);
  return [languageOf(locale), choose];
}

interface Favorites {
  readonly ids: readonly number[];
  has(matchId: number): boolean;
  toggle(matchId: number): void;
}

/** Markets that the user marked, stored in this browser. */
export function useFavorites(): Favorites {
  const preferences = usePreferenceStore();
  const ids = usePreference((current) => current.favoriteIds);
  return useMemo(
    () => ({
      ids,
      has: (matchId) => ids.includes(matchId),
      toggle: (matchId) =>
        preferences.set({
          favoriteIds: ids.includes(matchId)
            ? ids.filter((id) => id !== matchId)
            : [...ids, matchId],
        }),
    }),
    [ids, preferences],
  );
}
