/** Whether a process still runs, for programs that clean up after killed ones. */

/** True while that process runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user may not be signaled, and runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
