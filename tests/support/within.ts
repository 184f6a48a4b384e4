/**
 * Waits with a limit, because an unlimited wait ends with its test's timeout, which does not name the missing
 * event.
 */
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts';

/** Far more than any event takes, and less than a test may take. */
const LIMIT_MS = MINUTE_MS;

/** The value of `promise`. @throws Error that names `awaited` if it does not resolve within a minute. */
export async function within<T>(promise: Promise<T>, awaited: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`waited ${LIMIT_MS / SECOND_MS} s for ${awaited}`)),
      LIMIT_MS,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
