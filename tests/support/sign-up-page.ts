/** What a person does between the form and the mailbox while an account is opened. */
import type { Page } from 'playwright-core';

/** Types the six digits into their field. */
export async function fillCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Verification code' }).click();
  await page.keyboard.type(code);
}

/** The six digits of the newest message to `account`, as the person reads them in the mailbox. */
export async function codeFromMailbox(page: Page, account: string): Promise<string> {
  const mailbox = await page.context().newPage();
  await mailbox.goto(`/dev/mailbox?to=${encodeURIComponent(account)}`);
  const text = await mailbox.locator('article pre').first().innerText();
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}
