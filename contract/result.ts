/** Expected refusals are values, never exceptions. */
import type { Meanwhile, SignedRefusal } from './envelope.ts';
import type { ErrorName } from './errors/catalog.ts';

export interface Refusal<E extends ErrorName = ErrorName> {
  readonly ok: false;
  readonly error: E;
  /** Seconds after which a retry can succeed, if the rule is a wait. */
  readonly retryAfterS?: number;
  /** The last change of the record, if known, for `record_changed`. */
  readonly meanwhile?: Meanwhile;
  /** The proof of a refused order of a fast contract. */
  readonly signed?: SignedRefusal;
}
export type Result<T, E extends ErrorName = ErrorName> =
  | { readonly ok: true; readonly value: T }
  | Refusal<E>;

export const ok = <T>(value: T) => ({ ok: true, value }) as const;

export const refuse = <const E extends ErrorName>(error: E, retryAfterS?: number): Refusal<E> =>
  retryAfterS === undefined ? { ok: false, error } : { ok: false, error, retryAfterS };
