/** The hook that stays true after a popup was first opened, for lazy loading. */
import { useState } from 'react';

/** True from the first time `isOpen` was true: a popup is loaded when it is wanted, then kept to close softly. */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen;
}
