/** The hook that focuses an element that replaced a form, so that it is read out. */
import { useEffect, type RefObject } from 'react';

/** Moves the focus to what has just taken the place of a form, so that it is read out. */
export function useFocusOnMount(part: RefObject<HTMLElement | null>): void {
  useEffect(() => part.current?.focus(), [part]);
}
