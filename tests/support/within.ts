/** Waiting that ends: what has no limit of its own ends with the one of its test, which does not say what was missing. */
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts';

/** Far more than anything takes here, and less than a test may take. */
const LIMIT_MS = MINUTE_MS;

/** What `promise` resolves to. @throws Error that names what is `awaited` where it does not come in a minute. */
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
