/**
 * Reports whether the device is online: at each change, and immediately if it is offline. It
 * ignores the live connection, because calls may work where that is blocked.
 * @returns a function that ends it.
 */
export function watchNetwork(page: Window, tell: (isOnline: boolean) => void): () => void {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  page.addEventListener('online', () => tell(true), options);
  page.addEventListener('offline', () => tell(false), options);
  if (!page.navigator.onLine) tell(false);
  return () => ended.abort();
}
