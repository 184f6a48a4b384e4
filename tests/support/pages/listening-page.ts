/** A page that receives its user's events from the server. */
import type { Page } from 'playwright-core';
import { within } from '../within.ts';

/**
 * Visits `path` and waits until the page receives the user's own events. No other page of the app may be open
 * in it.
 */
export async function listenAt(page: Page, path: string): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"USER"')) resolve();
      }),
    );
  });
  await page.goto(path);
  await within(heard, `${path} to hear of what is its own`);
}
