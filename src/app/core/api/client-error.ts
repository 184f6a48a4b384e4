/** The error of a failed call: envelope code, error name, sentence, and the fields at fault. */
import type { SignedRefusal } from '../../../../contract/envelope.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';

interface ClientErrorDetails {
  /** Envelope code; one of `CLIENT_ERRORS` when the server did not answer. */
  readonly code: number;
  /** A sentence for users, in their language. */
  readonly msg: string;
  /** Names of the invalid fields of an `invalid_request`. */
  readonly fields?: readonly string[] | undefined;
  /** Seconds until a retry can succeed, if the rule is a wait. */
  readonly retryAfterS?: number | undefined;
  readonly signed?: SignedRefusal | undefined;
}

/** A call that was refused or failed; `message` shows the code in brackets (SPEC 8). */
export class ClientError extends Error {
  override readonly name: ProblemName;
  readonly code: number;
  readonly msg: string;
  readonly fields: readonly string[];
  readonly retryAfterS: number | undefined;
  /** The proof of a refusal, if the exchange signs it. */
  readonly signed: SignedRefusal | undefined;

  constructor(name: ProblemName, details: ClientErrorDetails) {
    super(`${details.msg} [${details.code}]`);
    this.name = name;
    this.code = details.code;
    this.msg = details.msg;
    this.fields = details.fields ?? [];
    this.retryAfterS = details.retryAfterS;
    this.signed = details.signed;
  }
}
