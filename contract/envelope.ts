/** The envelope of every HTTP reply: `code` 1 is success; any other code comes with the error's name and sentence. */
import type { ErrorName } from './errors/catalog.ts';
import type { EpochMs } from './time.ts';

export interface SuccessEnvelope<T> {
  readonly code: 1;
  readonly msg: string;
  readonly data: T;
}

/** The last change of a record since an operator loaded it. */
export interface Meanwhile {
  readonly at: EpochMs;
  /** Null for a change by the user or by the exchange itself. */
  readonly operator_name: string | null;
  /** Action of the audit log, with its reason; null if no operator made the change. */
  readonly action: string | null;
  readonly reason: string | null;
}

/** The proof of a refusal, see `contract/figures/micro-refusal.ts`. */
export interface SignedRefusal {
  readonly text: string;
  /** Ed25519, base64url, by the key of `/index-key.json`. */
  readonly signature: string;
}

export interface ErrorEnvelope {
  readonly code: number;
  /** A sentence in the language of the `Lang` header. */
  readonly msg: string;
  readonly data: null;
  readonly error: ErrorName;
  /** Names of the invalid fields of an `invalid_request`, without their values. */
  readonly fields?: readonly string[];
  /**
   * Seconds until a retry can succeed, for waits (`code_sent_recently`, `sign_in_locked`,
   * `rate_limited`).
   */
  readonly retry_after_s?: number;
  /** Change of the record since the sent revision, if known, for `record_changed`. */
  readonly meanwhile?: Meanwhile;
  /** The proof of a refused order of a fast contract. */
  readonly signed?: SignedRefusal;
}

export type Envelope<T> = SuccessEnvelope<T> | ErrorEnvelope;
