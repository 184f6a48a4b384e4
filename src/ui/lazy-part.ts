/** Parts that a page shows by itself, and whose scripts load after it. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { isMissingScript, waitUntilServed, waitUntilUntyped } from '../i18n/missing-script.ts';

/**
 * Makes a component whose script loads when it is first shown. Without a network or a server its placeholder stays until
 * they are back, because the rest of the page is of use without it. If the script still does not load then, the page
 * reloads: it is of an old release, or the browser remembers the failed import. Sheets and dialogs need `lazyLayer`,
 * which says why nothing opens.
 *
 * @param otherwise takes its place instead of a reload
 */
export const lazyPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
  otherwise?: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await loadWhenServed(load) };
    } catch (error) {
      if (otherwise !== undefined) return { default: otherwise };
      // The boundary of the page reloads it.
      if (isMissingScript(error)) await waitUntilUntyped(window.document);
      throw error;
    }
  });

async function loadWhenServed<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingScript(error)) throw error;
    await waitUntilServed(window);
    return load();
  }
}
