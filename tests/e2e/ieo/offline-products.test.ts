/** Lists of savings and token subscriptions without a network (the installed app: `connection.test.ts`). */
import { expect, test } from 'vitest';
import { useProduct } from '../../support/pages/product.ts';

const product = useProduct({}, { isShared: true });

const OFFLINE = 'You’re offline. Showing the latest data received.';

const LISTS = [
  { path: '/storage-currency-list', item: 'product', named: 'Start saving' },
  { path: '/ieo-list', item: 'offering', named: 'Open for subscription' },
] as const;

test.each(LISTS)('$path keeps its list under the banner', async ({ path, item, named }) => {
  const page = await product.openAs('trader');
  await page.goto(path);
  const items = page.getByTestId(item);
  await items.filter({ hasText: named }).first().waitFor();
  const before = await items.count();
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  expect(await items.count()).toBe(before);
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
});
