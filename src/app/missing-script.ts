import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts';
import { networkPause } from '../ui/network-pause.ts';

const RELOADED_KEY = 'meridian.reloadedAt';
const PAUSE_MS = 3 * SECOND_MS;

/** What scripts that did not load ended with. */
const missing = new WeakSet<object>();

/** Call once, before the first script is asked for. */
export function noteMissingScripts(page: Window): void {
  page.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Whether `error` says that a script did not load. */
export function isMissingScript(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/**
 * Reloads the page for a script that did not load: a newer release may have replaced the files of
 * this one, and browsers keep a failed import. Without a network or a server a reload would leave
 * nothing on screen, so it waits for them.
 * @returns false, with nothing reloaded, where the last reload did not help, or after `signal`.
 */
export async function reloadWhenServed(page: Window, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    const last = Number(page.sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - last < MINUTE_MS) return false;
    const isReady = await isServed(page, signal);
    if (signal?.aborted === true) return false;
    if (isReady) break;
    await networkPause(PAUSE_MS, signal);
  }
  page.sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  page.location.reload();
  return true;
}

/** Whether the server has a page to give. */
async function isServed(page: Window, signal?: AbortSignal): Promise<boolean> {
  try {
    const reply = await page.fetch(page.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: signal ?? null,
    });
    return reply.ok;
  } catch {
    return false;
  }
}
