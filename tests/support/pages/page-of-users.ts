/** One page for all users of a file, because a browser loads the app slower than it goes from screen to screen. */
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { storeTokens } from './app-page.ts';
import { emptyPage } from './kept-pages.ts';
import type { Product } from './product.ts';
import type { Viewer } from './screens.ts';
import { visitScreen } from './visit.ts';

/**
 * Returns a function that shows a screen to a user. The page loads the app again only for another user than before, so
 * that tests of one user belong together. The routes of a test end with it.
 */
export function usePageOfUsers(product: Product) {
  let opened: Promise<Page> | undefined;
  let user: Viewer | undefined;
  afterEach(async () => {
    await (await opened)?.unrouteAll({ behavior: 'ignoreErrors' });
  });
  return async (person: Viewer, address: string): Promise<Page> => {
    opened ??= product.open({ isOfFile: true });
    const page = await opened;
    if (user !== person) {
      await emptyPage(page);
      if (person !== 'nobody') await storeTokens(page, await product.tokensOf(person));
      user = person;
    }
    await visitScreen(page, address);
    return page;
  };
}
