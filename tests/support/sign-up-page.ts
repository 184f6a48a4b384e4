/** What a person does between the form and the mailbox while an account is opened. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Types the six digits into their field. */
export async function fillCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Verification code' }).click();
  await page.keyboard.type(code);
}

/**
 * The six digits of the newest message to `account`, as the person reads them in the mailbox.
 * @param about words of the message that is meant; other mail may come before it.
 */
export async function codeFromMailbox(page: Page, account: string, about = ''): Promise<string> {
  const mailbox = await page.context().newPage();
  const address = `/dev/mailbox?to=${encodeURIComponent(account)}`;
  const message = mailbox.locator('article').filter({ hasText: about }).first();
  // It is delivered while the answer is on its way, and the page shows what was there when it was asked.
  await eventually(async () => {
    await mailbox.goto(address);
    expect(await message.count()).not.toBe(0);
  });
  const text = await message.locator('pre').innerText();
  // A page behind another one draws no frames, and every click there waits for them.
  await mailbox.close();
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}
