/** The screens of the wallet, as a user uses them. */
import type { Page } from 'playwright-core';
import { codeFromMailbox, fillCode } from '../identity/sign-up-page.ts';

/** The pay password of the demo users. */
export const DEMO_PAY_PASSWORD = 'Meridian2';

/** Binds an address for the coin of the open withdrawal page, with the code that was mailed to `account`. */
export async function bindOnPage(
  page: Page,
  address: string,
  label: string,
  account: string,
): Promise<void> {
  await page.getByTestId('address-field').click();
  await page.getByRole('button', { name: 'Add withdrawal address' }).click();
  const form = page.getByRole('dialog', { name: 'Add withdrawal address' });
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await form.getByRole('textbox', { name: 'Label' }).fill(label);
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByText(`Code sent to ${account}`).waitFor();
  await fillCode(page, await codeFromMailbox(page, account, 'adding a withdrawal address'));
  await form.getByRole('button', { name: 'Add address' }).click();
  await form.waitFor({ state: 'hidden' });
}

/** Chooses a bound address, enters the amount and confirms with the pay password. */
export async function sendWithdrawal(
  page: Page,
  label: string,
  amount: string,
  payPassword = DEMO_PAY_PASSWORD,
): Promise<void> {
  await chooseAddress(page, label);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByTestId('continue-withdrawal').click();
  await page.getByLabel('Transaction password', { exact: true }).fill(payPassword);
  await page.getByTestId('send-withdrawal').click();
}

/** Withdraws as a demo user and waits for the outcome. */
export async function withdrawOnPage(page: Page, label: string, amount: string): Promise<void> {
  await sendWithdrawal(page, label, amount);
  await page.getByTestId('outcome').waitFor();
}

async function chooseAddress(page: Page, label: string): Promise<void> {
  const field = page.getByTestId('address-field');
  if ((await field.innerText()).startsWith(label)) return;
  await field.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** The value next to the name of a figure. */
export const figureOf = (page: Page, name: string): Promise<string> =>
  page.locator(`dt:text-is("${name}") + dd`).first().innerText();
