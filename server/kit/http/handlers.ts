/** The types of endpoint handlers: a missing handler, or one with an unlisted error, does not compile. */
import type { EndpointName, ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Locale } from '../../../contract/languages.ts';
import type { Result } from '../../../contract/result.ts';
import type { ErrorOf, RequestOf, ResponseOf } from '../../../contract/routes.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from './deadline.ts';

/** The user and session behind an accepted access token. */
export interface SignedIn {
  readonly userId: number;
  readonly sessionId: string;
  /** Whether real-name verification is certified. */
  readonly isVerified: boolean;
}

export interface CallContext {
  readonly now: EpochMs;
  readonly locale: Locale;
  /** Remote address, only for limits and the session list. */
  readonly address: string;
  readonly userAgent: string;
  /**
   * Origin of this server as the caller addressed it, e.g. `https://exchange.example`; the caller
   * may have made it up.
   */
  readonly origin: string;
  /** Identifies the request in the log and in the ledger. */
  readonly requestId: string;
  /** Latest execution time of the command, as its sender gave it. */
  readonly expiresAt: EpochMs | undefined;
}

/** Handlers must check it after the errors that the error catalog lists before it. */
export type IdempotencyKey = Result<string, 'idempotency_key_required'>;

/** Context of a call that runs once per key. */
export interface KeyedContext extends CallContext {
  readonly signedIn: SignedIn;
  readonly idempotencyKey: IdempotencyKey;
  /** Must be checked after the key was looked up, right before a change. */
  readonly deadline: Deadline;
}

type ContextOf<N extends EndpointName> = (typeof ENDPOINTS)[N] extends { takesKey: true }
  ? KeyedContext
  : (typeof ENDPOINTS)[N]['audience'] extends 'user'
    ? CallContext & { readonly signedIn: SignedIn }
    : (typeof ENDPOINTS)[N]['audience'] extends 'refresh'
      ? CallContext & { readonly refreshToken: string }
      : CallContext;

type Answer<N extends EndpointName> = Result<ResponseOf<N>, ErrorOf<N>>;

type Handler<N extends EndpointName> = (
  request: RequestOf<N>,
  context: ContextOf<N>,
) => Answer<N> | Promise<Answer<N>>;

export type Handlers = { readonly [N in EndpointName]: Handler<N> };

/** Returns the user and session of an access token; the refusal names the client's next step. */
export type Authenticate = (
  accessToken: string,
  now: EpochMs,
) => Promise<Result<SignedIn, 'unauthorized' | 'session_ended' | 'user_disabled'>>;
