import { MINUTE_MS } from '../../contract/time.ts';

const RELOADED_KEY = 'meridian.reloadedAt';

/**
 * The script of a page did not load. A newer release may have replaced the files of this one: a
 * reload brings it, and when one reload did not help, the page says so instead of trying for ever.
 * Without a network or a server a reload would leave nothing on screen, so it waits for them.
 */
export function reloadOnMissingScript(page: Window): void {
  page.addEventListener('vite:preloadError', () => {
    if (page.navigator.onLine) void reloadOnce(page);
    else page.addEventListener('online', () => page.location.reload(), { once: true });
  });
}

async function reloadOnce(page: Window): Promise<void> {
  const last = Number(page.sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < MINUTE_MS || !(await isServed(page))) return;
  page.sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  page.location.reload();
}

/** Whether the server has a page to give. */
async function isServed(page: Window): Promise<boolean> {
  try {
    const reply = await page.fetch(page.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      headers: { Accept: 'text/html' },
    });
    return reply.ok;
  } catch {
    return false;
  }
}
