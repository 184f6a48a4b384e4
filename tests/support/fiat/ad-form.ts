/** The form of an ad of USDT for yuan, as its merchant fills it in. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FiatUser } from './fiat-users.ts';
import { shownBeside } from '../pages/refusals.ts';

export const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
export const totalOf = (page: Page) => page.getByLabel('Total to sell', { exact: true });

/** For a new ad: a price far from the market shows its deviation and its risk at once, and requires consent. */
export async function asksBeforeFarPrices(page: Page, person: FiatUser): Promise<void> {
  await field(page, 'price').fill('1');
  await page.getByTestId('deviation').getByText('-86.09%').waitFor();
  await page.getByTestId('deviation-warning').getByText('can’t be posted').waitFor();
  await field(page, 'price').fill('7');
  await page.getByText('You’d sell for less than the reference price.').waitFor();
  await totalOf(page).fill('100');
  await field(page, 'minAmount').fill('100');
  await field(page, 'maxAmount').fill('300');
  await page.getByTestId('save-ad').click();
  await shownBeside(page, 'confirm that you want this price').waitFor();
  expect((await person.ask('listOwnFiatAds', {})).ads).toEqual([]);
  await field(page, 'acceptedDeviation').check();
  // Another price requires a new consent.
  await field(page, 'price').fill('6.9');
  await expect.poll(() => field(page, 'acceptedDeviation').isChecked()).toBe(false);
  await field(page, 'price').fill('7.15');
  await page.getByTestId('deviation-warning').waitFor({ state: 'detached' });
}
