/** Calls that arrive while their answers are lost, as when a connection breaks in between. */
import type { Page, Route } from 'playwright-core';

/** The server carries it out; the page never hears of it. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/**
 * Loses the answers of the call whose path ends like this. The page asks what became of it, and gets no
 * answer to that either until `mayAsk`.
 */
export async function loseAnswersOf(page: Page, path: string) {
  const counted = { sent: 0, asked: 0 };
  await page.route(`**${path}`, (route) => {
    counted.sent += 1;
    return loseAnswer(route);
  });
  await page.route('**/command/outcome?*', (route) => {
    counted.asked += 1;
    return route.abort('connectionreset');
  });
  return {
    counted,
    mayAsk: () => page.unroute('**/command/outcome?*'),
  };
}
