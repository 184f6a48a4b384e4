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
 */
export function useLateText<N extends Namespace>(namespace: N) {
  const { t, ready } = useTranslation(namespace, { useSuspense: false });
  return ready ? t : undefined;
}

/** Returns the language on screen; rerenders when it changes. */
export function useLocale(): Locale {
  return useTranslation('common').i18n.language as Locale;
}
