/** Registers the worker that makes the app start without network; waits until the page has loaded. */
export function registerWorker(page: Window): void {
  if (!import.meta.env.PROD || !('serviceWorker' in page.navigator)) return;
  const register = () =>
    void import('virtual:pwa-register').then(({ registerSW }) => registerSW({ immediate: true }));
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}
