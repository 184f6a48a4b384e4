async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  registerSW({ immediate: true });
}

/** Registers the worker that makes the app start without network; waits until the page has loaded. */
export function registerWorker(page: Window): void {
  if (!import.meta.env.PROD || !('serviceWorker' in page.navigator)) return;
  if (page.document.readyState === 'complete') void register();
  else page.addEventListener('load', () => void register(), { once: true });
}
