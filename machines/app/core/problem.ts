/** Problems of a form as data: a view shows each problem at its field. */
import type { SignedRefusal } from '../../../contract/envelope.ts';
import type {
  ClientErrorName,
  ErrorName,
  UnknownRefusal,
} from '../../../contract/errors/catalog.ts';

export type ProblemName = ErrorName | ClientErrorName | UnknownRefusal;

export interface Problem<Field extends string> {
  /** Null: it concerns the form as a whole. */
  readonly field: Field | null;
  readonly error: ProblemName;
  /** Seconds until a retry can succeed, if the rule is a wait. */
  readonly retryAfterS?: number;
  /** The proof of the refusal, if the exchange signs it. */
  readonly signed?: SignedRefusal;
}

/** A call that was refused, or that failed in transit. */
export interface CallRefusal {
  readonly ok: false;
  readonly error: ProblemName;
  readonly retryAfterS?: number;
  readonly signed?: SignedRefusal;
}
export type CallAnswer<T> = { readonly ok: true; readonly value: T } | CallRefusal;

/**
 * Returns the refusal as a problem of the field that `fields` gives for its name, otherwise of the
 * whole form.
 */
export function refusalProblem<Field extends string>(
  refusal: CallRefusal,
  fields: Partial<Record<ProblemName, Field>>,
): Problem<Field> {
  const { ok: _, ...rest } = refusal;
  return { field: fields[refusal.error] ?? null, ...rest };
}
