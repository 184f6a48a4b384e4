/** Converts the outcome of a call into a value, because machines take values and not exceptions. */
import type { CallAnswer } from '../../../../machines/app/core/problem.ts';
import { ClientError } from './client-error.ts';

/** Returns the outcome of a call as a value for machines. A programmer's error still rejects. */
export async function callAnswer<T>(call: Promise<T>): Promise<CallAnswer<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const { name, retryAfterS, signed } = error;
    return {
      ok: false,
      error: name,
      ...(retryAfterS !== undefined && { retryAfterS }),
      ...(signed && { signed }),
    };
  }
}
