/** Waits `ms` before the next attempt of a network request; ends early when the network is back, or with `signal`. */
export function networkPause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}
