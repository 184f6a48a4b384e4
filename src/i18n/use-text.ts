/** The hooks of the translation function and of the page's locale. */
import { useTranslation } from 'react-i18next';
import type { Locale, Namespace } from '../../contract/languages.ts';

/**
 * Returns the texts of one namespace. Suspends until its file is loaded; the shared texts have a
 * prefix (`t('common:action.retry')`).
 */
export function useText<N extends Namespace>(namespace: N) {
  return useTranslation<[N, 'common']>([namespace, 'common']).t;
}

/**
 * Like {@link useText}, for rarely needed texts: it does not suspend the screen, and returns
 * undefined until the file is loaded.
 * @param isNeeded false: the file is not loaded yet.
 */
export function useLateText<N extends Namespace>(namespace: N, isNeeded = true) {
  // The shared texts are always loaded.
  const loaded = (isNeeded ? namespace : 'common') as N;
  const { t, ready } = useTranslation(loaded, { useSuspense: false });
  return isNeeded && ready ? t : undefined;
}

/** Returns the language on screen; rerenders when it changes. */
export function useLocale(): Locale {
  return useTranslation('common').i18n.language as Locale;
}
