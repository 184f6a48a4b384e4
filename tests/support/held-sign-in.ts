/** Keeps the socket of a page from signing in, so that the page is not told of what is the person's own. */
import type { Page } from 'playwright-core';

/**
 * From its next connection on.
 * @param mayPass asked for at each sign-in, which goes on when it resolves.
 * @param onHeard called with each message that the server sends.
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
