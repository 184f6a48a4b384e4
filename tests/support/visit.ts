/** Moves about in a loaded page as its links do, without loading it again. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Goes to an address of the app or the console. Loads the document only if the page does not show it yet. */
export async function visit(page: Page, address: string): Promise<void> {
  const isRunning = await page.evaluate(() => document.querySelector('#root') !== null);
  if (!isRunning) {
    await page.goto(address);
    return;
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Goes to a screen with another heading and waits until that heading shows. */
export async function visitScreen(page: Page, address: string): Promise<void> {
  const heading = () => page.locator('h1:visible').first().innerText();
  const before = await heading();
  await visit(page, address);
  await expect.poll(heading).not.toBe(before);
}

/** Resolves once the page has processed all earlier messages. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
