/** The hook that stays true after a popup was first opened, for lazy loading. */
import { useState } from 'react';

/**
 * Returns true from the first time `isOpen` was true: a popup is loaded on demand, then kept for
 * its closing animation.
 */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
