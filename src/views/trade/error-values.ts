import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';

/** What sentences for errors put in. */
export const errorValues = (problem: { readonly retryAfterS?: number }) => ({
  seconds: problem.retryAfterS ?? LIMITS.http_timeout_ms / SECOND_MS,
});
