/** A new user of the exchange, step by step on a phone; each step begins where the last one ended. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newPassport } from '../desk/documents.ts';
import { PASSWORD } from '../users/accounts.ts';
import { fillVerification, sendVerification } from '../pages/user-pages.ts';
import { codeFromMailbox, fillCode } from '../identity/sign-up-page.ts';
import { shownAfter } from '../pages/noted-sentences.ts';
import { bindOnPage, DEMO_PAY_PASSWORD, figureOf, withdrawOnPage } from '../wallet/wallet-page.ts';

type Account = 'Spot' | 'Fiat';

/** More than the depth of any screen below its starting screen. */
const BACK_PRESSES_MAX = 5;

export class Newcomer {
  readonly account: string;
  readonly #page: Page;
  #loads = 0;

  /** @param page a page in English that has loaded nothing yet. */
  constructor(page: Page, account: string) {
    this.account = account;
    this.#page = page;
    page.on('load', () => (this.#loads += 1));
  }

  /** Number of page loads: one, if all changes arrived without a reload. */
  get loads(): number {
    return this.#loads;
  }

  async signUp(): Promise<void> {
    const page = this.#page;
    await page.goto('/register');
    await page.locator('[name=account]').fill(this.account);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText(`We sent a code to ${this.account}`).waitFor();
    await fillCode(page, await codeFromMailbox(page, this.account));
    await page.locator('[name=password]').fill(PASSWORD);
    await page.locator('[name=passwordRepeated]').fill(PASSWORD);
    await page.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/home');
  }

  /** Sets the password in the security center, from home and back. */
  async setPayPassword(): Promise<void> {
    const page = this.#page;
    await page.getByRole('link', { name: 'Security' }).click();
    const link = page.getByRole('link', { name: /^Transaction password/ });
    await link.getByText('Not set').waitFor();
    await link.click();
    await page.getByLabel('Login password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(DEMO_PAY_PASSWORD);
    await page.getByLabel('Confirm new password').fill(DEMO_PAY_PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('link', { name: 'Go to Security' }).click();
    await link.getByText('Set', { exact: true }).waitFor();
    await this.#goBackTo('/home');
  }

  /** The trade tab is closed and leads to the verification. */
  async meetTradeGate(): Promise<void> {
    const page = this.#page;
    await this.#openTab('Trade');
    const gate = page.getByRole('alertdialog', { name: 'Identity verification required' });
    await gate.getByRole('button', { name: 'View status' }).click();
    // Home, which the gate was opened on, has a link of the same name to the page before.
    await page.locator('a[href="/user-review"]', { hasText: 'Verify identity' }).click();
  }

  /** Fills in the open form and goes on to the markets. */
  async handInDocuments(): Promise<void> {
    const page = this.#page;
    await fillVerification(page, newPassport());
    await sendVerification(page);
    await page.getByRole('link', { name: 'View markets' }).click();
    await page.waitForURL('**/market');
  }

  /** Waits for the notice of an operator's decision, who looks at three pictures. */
  async hearOfCertification(certify: () => Promise<void>): Promise<void> {
    await shownAfter(this.#page, 'Your identity is verified. You can trade now.', certify);
  }

  async enterTrade(): Promise<void> {
    await this.#openTab('Trade');
    await this.#page.waitForURL('**/trade**');
    await this.#page.getByRole('button', { name: /^Buy [A-Z]+$/ }).waitFor();
  }

  /** Stays on the page of deposits. */
  async claimTestCoins(code: string): Promise<void> {
    const page = this.#page;
    await this.#openAssets('Deposit');
    await page.getByTestId('deposit-address').waitFor();
    await page.getByRole('button', { name: `Get test ${code}` }).click();
    await page.getByText(/^On its way/).waitFor();
  }

  /** Waits until the newest deposit of the open page shows this. */
  async seeDeposit(state: string, confirmations: number): Promise<void> {
    const row = this.#page.getByTestId('record').first();
    await row.getByText(state, { exact: true }).waitFor();
    await row.getByText(`${confirmations} of 6 confirmations`).waitFor();
  }

  async transfer(amount: string, code: string, from: Account, to: Account): Promise<void> {
    const page = this.#page;
    await this.#openAssets('Transfer');
    await page.getByRole('combobox', { name: 'From', exact: true }).selectOption({ label: from });
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: to });
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByTestId('submit-transfer').click();
    await page.getByTestId('outcome').getByText(`${amount} ${code}`).waitFor();
    await expect.poll(() => figureOf(page, 'From')).toBe(from);
    await expect.poll(() => figureOf(page, 'To')).toBe(to);
  }

  /** Stays on the page of withdrawals. */
  async bindAddress(address: string, label: string): Promise<void> {
    await this.#openAssets('Withdraw');
    await bindOnPage(this.#page, address, label, this.account);
  }

  /** Waits for the withdrawable amount on the open page. */
  async seeWithdrawable(figure: string): Promise<void> {
    await expect.poll(() => figureOf(this.#page, 'Available to withdraw')).toBe(figure);
  }

  /** Goes on to the record of the withdrawal. */
  async withdraw(amount: string, label: string): Promise<void> {
    await withdrawOnPage(this.#page, label, amount);
    await this.#page.getByRole('link', { name: 'View record' }).click();
  }

  /** Waits until the open record shows this. */
  async seeWithdrawal(state: string, confirmations?: number): Promise<void> {
    const record = this.#page.getByRole('dialog', { name: 'Withdrawal' });
    await record.getByTestId('record-state').getByText(state, { exact: true }).waitFor();
    if (confirmations !== undefined)
      await record.getByText(`${confirmations} of 6 confirmations`).waitFor();
  }

  async #openTab(name: string): Promise<void> {
    await this.#page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name, exact: true })
      .click();
  }

  /** Opens an action of the assets screen. */
  async #openAssets(action: string): Promise<void> {
    const page = this.#page;
    const { pathname } = new URL(page.url());
    if (pathname === '/trade') await this.#openTab('Assets');
    else await this.#goBackTo('/assets');
    const actions = page.getByRole('navigation', { name: 'Manage funds' });
    await actions.getByRole('link', { name: action }).click();
    await page.getByRole('heading', { level: 1, name: action }).waitFor();
  }

  async #goBackTo(path: string): Promise<void> {
    const page = this.#page;
    const where = () => page.evaluate(() => ({ path: location.pathname, title: document.title }));
    for (let presses = 0; (await where()).path !== path; presses += 1) {
      if (presses === BACK_PRESSES_MAX)
        throw new Error(`${presses} times back did not lead to ${path} but to ${page.url()}`);
      // A screen appears before it sets its heading, which may still be the one of the previous screen.
      await page.waitForFunction(() => {
        const name = document.querySelector('h1')?.textContent;
        return name !== undefined && document.title.startsWith(name);
      });
      const left = await where();
      await page.getByRole('button', { name: 'Back' }).click();
      // The address changes before the screen does, and a click between the two may hit neither.
      await page.waitForFunction(
        (before) => location.pathname !== before.path && document.title !== before.title,
        left,
      );
    }
  }
}
