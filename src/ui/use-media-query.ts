/** The hooks of media queries: tablet, desktop, reduced motion. */
import { useSyncExternalStore } from 'react';

/** Returns whether `query` matches now; rerenders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** From a tablet on: the variant `md` of the styles. */
export const useIsTablet = () => useMediaQuery('(min-width: 48rem) and (min-height: 30rem)');

/** From a desktop on: the variant `lg` of the styles. */
export const useIsDesktop = () => useMediaQuery('(min-width: 64rem) and (min-height: 30rem)');

/** Whether the user prefers reduced motion. */
export const usePrefersReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)');
