/** The operator who certifies a user and approves their withdrawal, step by step in the console. */
import type { Page } from 'playwright-core';
import { DEMO_OPERATOR } from '../../../server/kit/demo-accounts.ts';
import { codeOf } from '../operator/operators.ts';
import { DEMO_PASSWORD } from '../pages/product.ts';

const REASON = 'checked by a test';

export class ConsoleOperator {
  readonly #page: Page;

  /**
   * @param page a page of the console in English that has loaded nothing yet; the demo operator has no
   * authenticator.
   */
  constructor(page: Page) {
    this.#page = page;
  }

  /** Signs in and binds the authenticator. */
  async signIn(): Promise<void> {
    const page = this.#page;
    await page.goto('/');
    await page.getByLabel('Email address').fill(DEMO_OPERATOR);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Show key' }).click();
    const secret = await page.locator('code').innerText();
    await page.getByRole('textbox', { name: 'Authenticator code' }).click();
    await page.keyboard.type(codeOf(secret.trim()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  }

  /** Looks at the three pictures of the submission. */
  async certify(account: string): Promise<void> {
    await this.#openRecord('Identity verification', account);
    for (const picture of ['Front', 'Back', 'Selfie with document'])
      await this.#page.getByRole('button', { name: `Enlarge ${picture}` }).waitFor();
    await this.#decide('Approve');
  }

  async approveWithdrawal(account: string, amount: string): Promise<void> {
    await this.#openRecord('Withdrawals', account);
    await this.#page.getByRole('heading', { level: 2, name: amount }).waitFor();
    await this.#decide('Approve');
  }

  async #openRecord(section: string, account: string): Promise<void> {
    const page = this.#page;
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: section })
      .click();
    await page.getByRole('heading', { level: 1, name: section }).waitFor();
    await page.getByRole('link', { name: account }).click();
  }

  async #decide(button: string): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: button, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason for the log').fill(REASON);
    await sheet.getByRole('button', { name: button, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
  }
}
