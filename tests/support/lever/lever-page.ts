/** The contract screens of a user on a test server. */
import type { Locator, Page } from 'playwright-core';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { AppOptions } from '../pages/app-page.ts';
import type { DemoUser, Product } from '../pages/product.ts';
import { dataOf } from '../users/accounts.ts';
import { transfer } from '../users/transfers.ts';
import type { ContractMarket } from './contract-users.ts';

/** Moves USDT of a demo user from the spot to the contract account. */
export async function fundContracts(
  product: Product,
  person: DemoUser,
  amount: string,
): Promise<void> {
  const { accessToken: token } = await product.tokensOf(person);
  const { spot: from, contract: to } = ACCOUNT_TYPES;
  dataOf(await transfer(product.server, { token }, { from, to, amount }));
}

/** The ticket of the market, with the account known. */
export async function openLever(
  product: Product,
  person: DemoUser,
  market: ContractMarket,
  options: AppOptions = {},
): Promise<Page> {
  const page = await product.openAs(person, options);
  await page.goto(`/lever?id=${market.id}`);
  await page.getByTestId('risk-meter').waitFor();
  return page;
}

export const lotsField = (page: Page): Locator => page.getByRole('textbox', { name: /^Lots/ });
export const ticketFigure = (page: Page, name: string): Locator =>
  page.getByTestId(`figure-${name}`);
export const leverOutcome = (page: Page): Locator => page.getByTestId('lever-outcome');
export const positions = (page: Page): Locator => page.getByTestId('position');

/** Fills in the lots, and sends the ticket once it shows the margin of the order. */
async function sendTicket(page: Page, lots: string): Promise<void> {
  await lotsField(page).fill(lots);
  await ticketFigure(page, 'margin').getByText(/[1-9]/).waitFor();
  await page.getByTestId('open-position').click();
}

/** Sends the ticket and waits for its outcome. */
export async function openPosition(page: Page, lots: string): Promise<void> {
  await sendTicket(page, lots);
  await leverOutcome(page).getByText(/./).first().waitFor();
}
