/** The folder in memory that Linux gives every process. */
import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';

export const SHARED_MEMORY = '/dev/shm';

/** Returns the free bytes of {@link SHARED_MEMORY}, at most those of the machine; 0 on other systems. */
export function sharedMemoryBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return Math.min(bavail * bsize, freemem());
  } catch {
    return 0;
  }
}
