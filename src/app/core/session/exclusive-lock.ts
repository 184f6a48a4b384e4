/** Runs `task` while no other tab runs one. `signal` aborts the wait and is passed to the task. */
export type ExclusiveLock = <T>(
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * Runs one refresh at a time across all tabs of the browser. In a browser without locks (an
 * insecure origin), tabs may refresh at the same time, which the server's grace for the previous
 * token allows.
 */
export function createTabLock(page: Window, name: string): ExclusiveLock {
  const locks: LockManager | undefined = page.navigator.locks;
  return async (task, signal) =>
    locks === undefined ? task(signal) : locks.request(name, { signal }, () => task(signal));
}
