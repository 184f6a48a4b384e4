/** One page for all demo users of a file, because a browser loads the app slower than it goes from screen to screen. */
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { storeTokens } from './app-page.ts';
import { emptyPage } from './kept-pages.ts';
import type { DemoUser, Product } from './product.ts';
import { visitScreen } from './visit.ts';

/**
 * Returns a function that shows a screen to a user. The page loads the app again only for another user than before, so
 * that tests of one user belong together. The routes of a test end with it.
 */
export function usePageOfUsers(product: Product) {
  let opened: Promise<Page> | undefined;
  let user: DemoUser | undefined;
  afterEach(async () => {
    await (await opened)?.unrouteAll({ behavior: 'ignoreErrors' });
  });
  return async (person: DemoUser, address: string): Promise<Page> => {
    opened ??= product.open({ isOfFile: true });
    const page = await opened;
    if (user !== person) {
      await emptyPage(page);
      await storeTokens(page, await product.tokensOf(person));
      user = person;
    }
    await visitScreen(page, address);
    return page;
  };
}
