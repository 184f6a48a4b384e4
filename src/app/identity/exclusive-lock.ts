/** Runs `task` while no other tab runs one. `signal` gives up waiting and is handed to the task. */
export type ExclusiveLock = <T>(
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * One refresh at a time over all tabs of the browser. Where the browser has no locks (an insecure
 * origin), tabs may refresh side by side; the server's grace for the previous token covers that.
 */
export function createTabLock(page: Window, name: string): ExclusiveLock {
  const locks: LockManager | undefined = page.navigator.locks;
  return async (task, signal) =>
    locks === undefined ? task(signal) : locks.request(name, { signal }, () => task(signal));
}
