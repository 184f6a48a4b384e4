/** The hook that focuses an element that replaced a form, so that it is read out. */
import { useEffect, type RefObject } from 'react';

/** Moves the focus to the element that has just replaced a form, so that it is read out. */
export function useFocusOnMount(part: RefObject<HTMLElement | null>): void {
  useEffect(() => part.current?.focus(), [part]);
}
