/** Calls that reach the server while their responses are lost, as when a connection breaks in between. */
import type { Page, Route } from 'playwright-core';

/** The server executes the call; the page gets no response. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/**
 * Loses the responses of the call with this path ending. Requests of the page for the outcome are not
 * answered either until `mayAsk`.
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
