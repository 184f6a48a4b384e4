/** Pasting into a field through the clipboard, which all pages of a browser share. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { within } from '../within.ts';

/**
 * Replaces the content of a field by pasting with the keyboard. If another test file has replaced the
 * clipboard, its text does not reach the field, and the own text is copied again.
 */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await eventually(async () => {
    const paste = await field.evaluateHandle((input, own) => {
      const { promise: isOwn, resolve } = Promise.withResolvers<boolean>();
      const check = (event: ClipboardEvent) => {
        const isPasted = event.clipboardData?.getData('text/plain') === own;
        if (!isPasted) event.preventDefault();
        resolve(isPasted);
      };
      (input as HTMLElement).addEventListener('paste', check, { once: true });
      return { isOwn };
    }, text);
    await field.page().evaluate((own) => navigator.clipboard.writeText(own), text);
    await field.press('Control+A');
    await field.press('Control+V');
    const isOwn = paste.evaluate(({ isOwn: isPasted }) => isPasted);
    expect(await within(isOwn, 'a paste'), 'the text of this test').toBe(true);
  });
}
