/** Scripts and texts that did not load: waits for the server, and reloads the page once if they are of an old release. */
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts';
import { networkPause } from './network-pause.ts';

const RELOADED_KEY = 'meridian.reloadedAt';
const PAUSE_MS = 3 * SECOND_MS;
/** Fields with typed text. */
const TYPED = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';

/** Errors of scripts that did not load. */
const missing = new WeakSet<object>();
let isRenewing = false;

/** Must be called once, before the first script is loaded. */
export function noteMissingScripts(page: Window): void {
  page.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Returns whether `error` is that of a script that did not load. */
export function isMissingScript(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/** Callbacks for the wait for a reload. */
interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** The server did not answer, and is tried again until it does. */
  readonly onAway?: (() => void) | undefined;
}

/**
 * Reloads the page for a script that did not load: a newer release may have replaced this one's
 * files, and browsers cache a failed import. Without a network or a server a reload would show
 * nothing, so it waits for them.
 * @returns false, with nothing reloaded, when the last reload did not help, or after `signal`.
 */
export async function reloadWhenServed(
  page: Window,
  { signal, onAway }: Waiting = {},
): Promise<boolean> {
  await waitUntilServed(page, { signal, onAway });
  if (signal?.aborted === true || !noteReload(page)) return false;
  page.location.reload();
  return true;
}

/** Waits until the server serves the page, or until `signal`. */
export async function waitUntilServed(
  page: Window,
  { signal, onAway }: Waiting = {},
): Promise<void> {
  while (!(await isServed(page, signal))) {
    if (signal?.aborted === true) return;
    onAway?.();
    await networkPause(PAUSE_MS, signal);
  }
}

/**
 * Reloads the page when this release's texts are no longer on the server, as soon as no typed text
 * would be lost.
 */
export async function reloadForWords(page: Window): Promise<void> {
  if (isRenewing) return;
  isRenewing = true;
  await waitUntilUntyped(page.document);
  await reloadWhenServed(page);
}

/** Waits until a reload would lose no typed text. */
export async function waitUntilUntyped(document: Document): Promise<void> {
  while (isTypedIn(document)) await networkPause(PAUSE_MS);
}

const isTypedIn = (document: Document): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== '');

/**
 * @returns false when a reload was noted within the last minute, or cannot be noted, because the
 *   page could reload forever.
 */
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

/** Returns whether the server serves the page. */
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
