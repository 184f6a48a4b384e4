/**
 * Signing in as an operator: always with password and authenticator. The first sign-in of an account
 * binds its authenticator. Wrong attempts at either secret are counted together per account, across all
 * addresses.
 */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { GateFullError, KeyedQueue } from '../../kit/queue/concurrency.ts';
import {
  admitGuess,
  forgiveGuess,
  newGoogleKey,
  otpauthUri,
  stepOfCode,
  type GuessLimits,
  type PasswordHasher,
} from '../identity/identity.area.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import type { Log } from '../../kit/log.ts';
import { openOperatorSession } from './operator-sessions.ts';
import type { OpenedSession } from './operator-sessions.ts';
import {
  bindPendingKey,
  findOperatorByAccount,
  putPendingKey,
  spendKeyStep,
} from './operators.repo.ts';
import type { Operator } from './operators.repo.ts';

interface OperatorSignInParts {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly seal: Seal;
  readonly log: Log;
}

/** The account, the password, and the address of the caller. */
interface OperatorCredentials {
  readonly account: string;
  readonly password: string;
  readonly address: string;
  readonly now: EpochMs;
}

type PasswordError =
  | 'operator_credentials_incorrect'
  | 'sign_in_locked'
  | 'user_disabled'
  | 'service_unavailable';
type CodeError = 'operator_binding_required' | 'google_code_required' | 'google_code_incorrect';
type OperatorSignInError = PasswordError | CodeError;

/** A result, and whether it is a refusal that counts as a wrong attempt. */
type Checked<T, E extends OperatorSignInError | 'google_already_bound'> = Result<T, E> & {
  readonly isWrongGuess?: true;
};

const GUESS_LIMITS: GuessLimits<'sign_in_locked'> = {
  ofWindow: { max: LIMITS.sign_in_failures_max, windowMs: LIMITS.sign_in_failure_window_ms },
  dayMax: LIMITS.sign_in_failures_per_day_max,
  error: 'sign_in_locked',
};
const BUSY_RETRY_S = 1;

/** The place that an operator's authenticator key is encrypted for, see `Seal`. */
const keyPlace = (operatorId: number): string => `operator-google-key:${operatorId}`;
const wrong = <const E extends OperatorSignInError>(error: E) =>
  ({ ...refuse(error), isWrongGuess: true }) as const;

export class OperatorSignIn {
  readonly #parts: OperatorSignInParts;
  readonly #queue = new KeyedQueue();

  constructor(parts: OperatorSignInParts) {
    this.#parts = parts;
  }

  /** @param code of the authenticator; empty when none was given. */
  signIn(
    credentials: OperatorCredentials,
    code: string,
  ): Promise<Result<OpenedSession, OperatorSignInError>> {
    return this.#try(credentials, async (operator) => {
      const proved = await this.#proveCode(operator, code, credentials.now);
      if (!proved.ok) return proved;
      const { address, now } = credentials;
      this.#parts.log.info({ operatorId: operator.id, address }, 'operator signed in');
      return ok(await openOperatorSession(this.#parts.database, operator, address, now));
    });
  }

  /** Creates a key for an account without a bound one. */
  createKey(
    credentials: OperatorCredentials,
  ): Promise<
    Result<
      { readonly secret: string; readonly uri: string },
      PasswordError | 'google_already_bound'
    >
  > {
    return this.#try(credentials, async ({ id, account }) => {
      const secret = newGoogleKey();
      const sealed = this.#parts.seal.close(secret, keyPlace(id));
      const isKept = await putPendingKey(this.#parts.database, id, sealed);
      return isKept
        ? ok({ secret, uri: otpauthUri(secret, account) })
        : refuse('google_already_bound');
    });
  }

  /** Runs `then` for the operator with this password; attempts on one account are sequential. */
  async #try<T, E extends OperatorSignInError | 'google_already_bound'>(
    credentials: OperatorCredentials,
    then: (operator: Operator) => Promise<Checked<T, E>>,
  ): Promise<Result<T, E | PasswordError>> {
    const { database } = this.#parts;
    const account = credentials.account.trim().toLowerCase();
    const key = { kind: 'operator_failure', subject: account } as const;
    return this.#queue.run(account, async () => {
      const admitted = await admitGuess(database, key, GUESS_LIMITS, credentials.now);
      if (!admitted.ok) return admitted;
      let isWrongGuess = false;
      try {
        const answer = await this.#checkPassword(account, credentials.password, then);
        isWrongGuess = !answer.ok && answer.isWrongGuess === true;
        if (!isWrongGuess) return answer;
        const { address } = credentials;
        this.#parts.log.warn({ account, address }, 'operator sign-in refused');
        return answer.ok ? answer : refuse(answer.error);
      } catch (error) {
        if (error instanceof GateFullError) return refuse('service_unavailable', BUSY_RETRY_S);
        throw error;
      } finally {
        // Includes attempts that failed because of a server error.
        if (!isWrongGuess) await forgiveGuess(database, admitted.value);
      }
    });
  }

  /** Treats an unknown account like a known one with a wrong password. */
  async #checkPassword<T, E extends OperatorSignInError | 'google_already_bound'>(
    account: string,
    password: string,
    then: (operator: Operator) => Promise<Checked<T, E>>,
  ): Promise<Checked<T, E | PasswordError>> {
    const operator = await findOperatorByAccount(this.#parts.database, account);
    const fits = await this.#parts.hasher.verify(operator?.passwordHash, password);
    if (operator === undefined || !fits) return wrong('operator_credentials_incorrect');
    return operator.disabledAtMs === null ? then(operator) : refuse('user_disabled');
  }

  async #proveCode(
    operator: Operator,
    code: string,
    now: EpochMs,
  ): Promise<Checked<null, CodeError>> {
    const { database, seal } = this.#parts;
    const { id, googleKey, pendingGoogleKey } = operator;
    const sealed = googleKey ?? pendingGoogleKey;
    if (sealed === null || (googleKey === null && code === ''))
      return refuse('operator_binding_required');
    if (code === '') return refuse('google_code_required');
    const step = stepOfCode(seal.open(sealed, keyPlace(id)), code, now);
    if (step === undefined) return wrong('google_code_incorrect');
    const use = googleKey === null ? bindPendingKey : spendKeyStep;
    return (await use(database, id, sealed, step)) ? ok(null) : refuse('google_code_incorrect');
  }
}
