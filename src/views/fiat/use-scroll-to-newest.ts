/** The hook that scrolls a chat to its newest message. */
import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls to the end of a conversation when it has a new message. */
export function useScrollToNewest(newestId: string | undefined): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newestId !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [newestId]);
  return end;
}
