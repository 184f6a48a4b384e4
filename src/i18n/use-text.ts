/** The hooks of the translation function and of the page's locale. */
import { useTranslation } from 'react-i18next';
import type { Locale, Namespace } from '../../contract/languages.ts';

/**
 * The texts of one area. Suspends until its file is there; the shared texts
 * are reached by prefix (`t('common:action.retry')`).
 */
export function useText<N extends Namespace>(namespace: N) {
  return useTranslation<[N, 'common']>([namespace, 'common']).t;
}

/**
 * Like {@link useText}, for texts that are seldom needed: it does not hold the screen back while
 * their file is on its way, and gives undefined until it is there.
 */
export function useLateText<N extends Namespace>(namespace: N) {
  const { t, ready } = useTranslation(namespace, { useSuspense: false });
  return ready ? t : undefined;
}

/** The language on screen; re-renders when it changes. */
export function useLocale(): Locale {
  return useTranslation('common').i18n.language as Locale;
}
