/**
 * Tells whether the device has a network: of each change, and at once where there is none from the
 * start. The live connection does not count: where it is blocked, calls may still come through.
 * @returns what ends it.
 */
export function watchNetwork(page: Window, tell: (isOnline: boolean) => void): () => void {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  page.addEventListener('online', () => tell(true), options);
  page.addEventListener('offline', () => tell(false), options);
  if (!page.navigator.onLine) tell(false);
  return () => ended.abort();
}
