/** The hook that refreshes repeatedly while the page is visible. */
import { useEffect } from 'react';

/** Calls `refresh` every `intervalMs` while the page is visible. */
export function useRefreshEvery(refresh: () => void, intervalMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [refresh, intervalMs]);
}
