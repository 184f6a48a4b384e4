/** The hook that sets the page title and announces it to screen readers. */
import { useEffect } from 'react';

const PRODUCT = 'Meridian';

/**
 * Sets the title in the browser's tab and history, and announces the new page to screen readers.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    announcer().textContent = title;
  }, [title]);
}

let region: HTMLElement | null = null;

/** Returns the element that is read out when its text changes. */
function announcer(): HTMLElement {
  if (region === null) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'sr-only';
    document.body.append(region);
  }
  return region;
}
