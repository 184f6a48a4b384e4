/** One page of the console for an operator, which goes from section to section over the tests of a file. */
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { consoleOf } from './console-page.ts';
import type { Wanted } from '../pages/kept-pages.ts';
import type { TestOperator } from './operators.ts';
import type { Product } from '../pages/product.ts';
import { pathOf, visitScreen } from '../pages/visit.ts';

/**
 * Returns a function that shows an address of the console. The routes of a test end with it.
 * @param operator reads the signed-in operator, who exists only inside tests.
 */
export function useConsole(product: Product, operator: () => TestOperator, options: Wanted = {}) {
  let opened: Promise<Page> | undefined;
  afterEach(async () => {
    await (await opened)?.unrouteAll({ behavior: 'ignoreErrors' });
  });
  return async (address = '/'): Promise<Page> => {
    if (opened === undefined) {
      opened = consoleOf(product, operator(), address, { ...options, isOfFile: true });
      return opened;
    }
    const page = await opened;
    // Each test begins with a new screen, also at the address at which the test before has ended.
    if (pathOf(page.url()) === pathOf(address))
      await visitScreen(page, pathOf(address) === '/' ? '/users' : '/');
    await visitScreen(page, address);
    return page;
  };
}
