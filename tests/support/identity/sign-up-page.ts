/** The steps of a user between the form and the mailbox during sign-up. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';

/** Types the six digits into their field. @param name of the field. */
export async function fillCode(
  page: Page,
  code: string,
  name = 'Verification code',
): Promise<void> {
  await page.getByRole('textbox', { name }).click();
  await page.keyboard.type(code);
}

/**
 * The six digits of the newest message to `account`, read in the mailbox.
 * @param about text of the wanted message; other mail may come before it.
 */
export async function codeFromMailbox(page: Page, account: string, about = ''): Promise<string> {
  const mailbox = await page.context().newPage();
  const address = `/dev/mailbox?to=${encodeURIComponent(account)}`;
  const message = mailbox.locator('article').filter({ hasText: about }).first();
  // The delivery overlaps the response, and the page shows the mailbox of the moment of its request.
  await eventually(async () => {
    await mailbox.goto(address);
    expect(await message.count()).not.toBe(0);
  });
  const text = await message.locator('pre').innerText();
  // A page behind another page draws no frames, and every click there waits for them.
  await mailbox.close();
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}
