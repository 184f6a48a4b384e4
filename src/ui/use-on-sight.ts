/** The hook that fires when an element is nearly in view. */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Distance below the screen at which an element counts as visible, CSS px, so that the next page is
 * requested early.
 */
const MARGIN_PX = 400;

/**
 * Calls the newest `onSight` each time the element comes (nearly) into view. The result is the
 * element's `ref`.
 */
export function useOnSight(onSight: () => void): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const see = useEffectEvent(onSight);
  useEffect(() => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) see();
      },
      { rootMargin: `${MARGIN_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return setElement;
}
