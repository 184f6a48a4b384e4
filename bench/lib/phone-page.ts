/** A page of the app on a phone, signed in. */
import type { Browser, Page } from 'playwright-core';

/** Opens an empty page in its own context. @param token the user's access token. */
export async function openPhone(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
    locale: 'en-US',
  });
  const tokens = { accessToken: token, refreshToken: 'bench-refresh-token' };
  await context.addInitScript((stored) => {
    localStorage.setItem('meridian.session', JSON.stringify({ tokens: stored, user: null }));
  }, tokens);
  return context.newPage();
}
