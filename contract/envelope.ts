/** The reply of every HTTP call: `code` 1 is success; anything else names its error and says it in words. */
import type { ErrorName } from './errors/catalogue.ts';

export interface SuccessEnvelope<T> {
  readonly code: 1;
  readonly msg: string;
  readonly data: T;
}

export interface ErrorEnvelope {
  readonly code: number;
  /** A sentence in the language of the `Lang` header. */
  readonly msg: string;
  readonly data: null;
  readonly error: ErrorName;
  /** For `invalid_request`: the fields at fault, without their values. */
  readonly fields?: readonly string[];
  /** For waits (`code_sent_recently`, `sign_in_locked`, `rate_limited`): seconds until a retry can succeed. */
  readonly retry_after_s?: number;
}

export type Envelope<T> = SuccessEnvelope<T> | ErrorEnvelope;
