/** The screens of savings and token subscriptions while they cannot be loaded, and with nothing to show. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { routeCalls } from '../../support/pages/call-routes.ts';
import { useProduct } from '../../support/pages/product.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

test('offerings, one offering and both histories name the failure and are there after a retry', async () => {
  const { server } = product;
  const [first] = dataOf(await server.call('listOfferings', {}));
  const { id, token_code: code } = ensure(first, 'an offering of the demo');
  const { tokens } = await newUser(server);
  const page = await product.open({ tokens });
  const main = page.getByRole('main');
  const screens = [
    { path: '/ieo-list', call: 'ieo/list', shown: `(${code})` },
    { path: `/ieo-details?id=${id}`, call: 'ieo/detail', shown: `(${code})` },
    {
      path: '/ieo-history',
      call: 'ieo/subscriptions',
      shown: 'No subscriptions awaiting allocation',
    },
    {
      path: '/storage-currency-history',
      call: 'staking/positions',
      shown: 'No savings in effect',
    },
  ];
  for (const { path, call, shown } of screens) {
    const letPass = await routeCalls(page, call, (lost) => lost.abort());
    await page.goto(path);
    const failure = main.getByRole('alert');
    await failure.getByText('Check your network and try again.').waitFor();
    expect(await main.getByText(shown).count(), path).toBe(0);
    letPass();
    // A page whose socket has just connected reads again by itself, and the button is gone then.
    await failure
      .getByRole('button', { name: 'Try again' })
      .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await main.getByText(shown).first().waitFor();
    expect(await failure.count(), path).toBe(0);
  }
});

test('an exchange without offerings and savings says so, and so do its events', async () => {
  const page = await product.openAs('newcomer');
  for (const path of ['ieo/list', 'staking/products'])
    await routeCalls(page, path, (call) => call.fulfill({ code: 1, msg: 'ok', data: [] }));
  const main = page.getByRole('main');
  await page.goto('/ieo-list');
  await main.getByText('New offerings appear here.').waitFor();
  await page.goto('/storage-currency-list');
  await main.getByText('New products appear here.').waitFor();
  await page.goto('/activity-center');
  await main.getByRole('link', { name: 'Ten-minute tour' }).waitFor();
  const products = main.locator('a[href^="/ieo-"], a[href^="/storage-currency-"]');
  await expect.poll(() => products.count()).toBe(2);
  await expect.poll(() => main.getByRole('status', { name: 'Loading' }).count()).toBe(0);
  expect(await main.getByRole('alert').count()).toBe(0);
});
