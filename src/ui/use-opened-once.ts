/** The hook that stays true after a condition was first true, for example that a popup is open. */
import { useState } from 'react';

/**
 * Returns true from the first time `isOpen` was true: a popup is loaded on demand, then kept for
 * its closing animation, and a form stays once it has been shown.
 */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
