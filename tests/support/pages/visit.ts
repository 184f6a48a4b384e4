/** Moves about in a loaded page as its links do, without loading it again. */
import type { Page } from 'playwright-core';

/** Goes to an address of the app or the console. Loads the document only if the page does not show it yet. */
export async function visit(page: Page, address: string): Promise<void> {
  if (!(await isRunning(page))) {
    await page.goto(address);
    return;
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

const isRunning = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('#root') !== null);

/** A public screen with few words. */
const ELSEWHERE = '/forget';

/** The path of an address with or without its origin. */
export const pathOf = (address: string): string => new URL(address, 'http://app').pathname;

/** Goes to another screen of the app and waits until its frame shows. */
export async function visitScreen(page: Page, address: string): Promise<void> {
  if (!(await isRunning(page))) {
    await page.goto(address);
    return;
  }
  // A screen may keep its frame when only the query changes, so that nothing would show when the new one is there.
  if (pathOf(page.url()) === pathOf(address)) await visitScreen(page, ELSEWHERE);
  await closeLayers(page);
  await idle(page);
  const before = await page.evaluateHandle(() =>
    [...document.querySelectorAll('main')].find((main) => main.checkVisibility()),
  );
  await visit(page, address);
  await page.waitForFunction((left) => {
    const shown = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
    return shown !== undefined && shown !== left;
  }, before);
}

/** Closes open sheets and dialogs. Each has an entry in the browser history, which would otherwise stay behind. */
export async function closeLayers(page: Page): Promise<void> {
  const count = () => page.evaluate(() => Number(history.state?.layers ?? 0));
  for (let open = await count(); open > 0; open -= 1) {
    await page.goBack();
    await page.waitForFunction((most) => (history.state?.layers ?? 0) < most, open);
  }
}

/**
 * Resolves once the page has no other task. A link changes the address at once and the screen a task later: until then, the
 * frame of the screen before shows, and a visit that leads back to it would keep that frame. A clock that a test has stopped
 * does not stop this task.
 */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void scheduler.postTask(() => resolve(), { priority: 'background' });
      }),
  );

/** Resolves once the page has processed all earlier messages. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
