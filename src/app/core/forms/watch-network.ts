/**
 * Reports whether the device is online: at each change, and immediately if it is offline. It
 * ignores the live connection, because calls may work where that is blocked.
 * @returns a function that ends it.
 */
export function watchNetwork(page: Window, notify: (isOnline: boolean) => void): () => void {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  page.addEventListener('online', () => notify(true), options);
  page.addEventListener('offline', () => notify(false), options);
  if (!page.navigator.onLine) notify(false);
  return () => ended.abort();
}
