/**
 * Registers the worker that makes the app start without network; waits until the page has loaded.
 * `onFirstControl` is called when the page gets its first worker: what the page read before, the
 * worker has not kept.
 */
export function registerWorker(page: Window, onFirstControl: () => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in page.navigator)) return;
  const { serviceWorker } = page.navigator;
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', onFirstControl, { once: true });
  const register = () => void serviceWorker.register('/sw.js');
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}
