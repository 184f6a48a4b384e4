/** Registers the worker that makes the app start without network; waits until the page has loaded. */
export function registerWorker(page: Window): void {
  if (!import.meta.env.PROD || !('serviceWorker' in page.navigator)) return;
  const register = () => void page.navigator.serviceWorker.register('/sw.js');
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
  // A newer release replaced the files of this one: what is not loaded yet is there no more.
  page.addEventListener('vite:preloadError', () => page.location.reload());
}
