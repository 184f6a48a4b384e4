/** Reloads the page once when a script or the texts of an old release are gone. */
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { networkPause } from '../../ui/network-pause.ts';

const RELOADED_KEY = 'meridian.reloadedAt';
const PAUSE_MS = 3 * SECOND_MS;
/** Fields that hold what somebody typed. */
const TYPED = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';

/** What scripts that did not load ended with. */
const missing = new WeakSet<object>();
let isRenewing = false;

/** Call once, before the first script is asked for. */
export function noteMissingScripts(page: Window): void {
  page.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Whether `error` says that a script did not load. */
export function isMissingScript(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/** Who waits for a reload. */
export interface Waiting {
  readonly signal?: AbortSignal;
  /** The server did not answer, and is asked again until it does. */
  onAway?(): void;
}

/**
 * Reloads the page for a script that did not load: a newer release may have replaced the files of
 * this one, and browsers keep a failed import. Without a network or a server a reload would leave
 * nothing on screen, so it waits for them.
 * @returns false, with nothing reloaded, where the last reload did not help, or after `signal`.
 */
export async function reloadWhenServed(
  page: Window,
  { signal, onAway }: Waiting = {},
): Promise<boolean> {
  while (!(await isServed(page, signal))) {
    if (signal?.aborted === true) return false;
    onAway?.();
    await networkPause(PAUSE_MS, signal);
  }
  if (signal?.aborted === true || !noteReload(page)) return false;
  page.location.reload();
  return true;
}

/**
 * Words of this release are on the server no longer: reloads the page for the newer one, once nothing
 * that somebody typed would be lost.
 */
export async function reloadForWords(page: Window): Promise<void> {
  if (isRenewing) return;
  isRenewing = true;
  while (isTypedIn(page.document)) await networkPause(PAUSE_MS);
  await reloadWhenServed(page);
}

const isTypedIn = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== '');

/** @returns false where one was noted within the last minute, or none can be: it might go on for ever. */
function noteReload({ sessionStorage }: Window): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - last < MINUTE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Whether the server has a page to give. */
async function isServed(page: Window, signal?: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.timeout(PAUSE_MS);
  try {
    const reply = await page.fetch(page.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    return reply.ok;
  } catch {
    return false;
  }
}
