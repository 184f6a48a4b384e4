/** The reply of every HTTP call: `code` 1 is success; anything else names its error and says it in words. */
import type { ErrorName } from './errors/catalogue.ts';
import type { EpochMs } from './time.ts';

export interface SuccessEnvelope<T> {
  readonly code: 1;
  readonly msg: string;
  readonly data: T;
}

/** What was done last to a record, since an operator has looked at it. */
export interface Meanwhile {
  readonly at: EpochMs;
  /** Null where it was no operator: the person, the exchange itself. */
  readonly operator_name: string | null;
  /** Of the audit log, with its reason; null where it was no operator. */
  readonly action: string | null;
  readonly reason: string | null;
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
  /** For `record_changed`: the change of the record since the sent revision, if known. */
  readonly meanwhile?: Meanwhile;
}

export type Envelope<T> = SuccessEnvelope<T> | ErrorEnvelope;
