/** Keeps the socket of a page from signing in, so that the page gets no events of the user. */
import type { Page } from 'playwright-core';

/**
 * Applies from the next connection on.
 * @param mayPass called at each sign-in, which continues when it resolves.
 * @param onHeard called with each message from the server.
 */
export async function holdSignIn(
  page: Page,
  mayPass: () => Promise<void>,
  onHeard: (message: string) => void = () => {},
): Promise<void> {
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      if (String(message).includes('"type":"auth"')) await mayPass();
      server.send(message);
    });
    server.onMessage((message) => {
      socket.send(message);
      onHeard(String(message));
    });
  });
}
