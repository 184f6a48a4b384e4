/**
 * Asks a signed-in user for a secret again: login password, pay password, or code of the Google
 * authenticator. Wrong attempts are counted together per account, across all sessions and addresses, so
 * that switching between secrets allows no more attempts. A right attempt does not reset the count
 * (RULES).
 */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { HoldReason } from '../../../contract/identity/security.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { GatheredStatement } from '../../kit/db/gathered-statement.ts';
import { GateFullError, KeyedQueue } from '../../kit/queue/concurrency.ts';
import { stepOfCode } from './google-codes.ts';
import { admitGuess, forgiveGuess, guessWaitS } from './guess-guard.ts';
import type { GuessLimits } from './guess-guard.ts';
import { ProvedPasswords } from './proved-passwords.ts';
import { recipientOf } from './service-parts.ts';
import type { IdentityParts } from './service-parts.ts';
import { contactOf, localeOf } from './user-info.ts';
import { findSecrets, findSecurityOf, spendGoogleStep } from './user-security.repo.ts';
import type { Secrets, SecretsQuestion, UserSecurity } from './user-security.repo.ts';
import { findUserById } from './users.repo.ts';

/** Too many wrong attempts, or too many passwords are being hashed: both have a retry delay. */
export type TryError = 'secret_tries_exhausted' | 'service_unavailable';
export type PayPasswordError = 'pay_password_not_set' | 'pay_password_incorrect' | TryError;
export type GoogleCodeError = 'google_code_required' | 'google_code_incorrect' | TryError;

/** A hold on withdrawals until this time. */
export interface WithdrawalHold {
  readonly untilMs: EpochMs;
  readonly reason: HoldReason;
}

/** uncounted: refused, but the caller has learned nothing from it. */
type Verdict = 'right' | 'wrong' | 'uncounted';

const SECRET_LIMITS: GuessLimits<'secret_tries_exhausted'> = {
  ofWindow: { max: LIMITS.secret_failures_max, windowMs: LIMITS.secret_failure_window_ms },
  dayMax: LIMITS.secret_failures_per_day_max,
  error: 'secret_tries_exhausted',
};
const BUSY_RETRY_S = 1;

const keyOf = (userId: number) => ({ kind: 'secret_failure', subject: `#${userId}` }) as const;

/** The place that a user's authenticator key is encrypted for, see `Seal`. */
export const googleKeyPlace = (userId: number): string => `google-key:${userId}`;

/** One instance per process: attempts of one user are checked one after the other. */
export class SecurityCheck {
  readonly #parts: IdentityParts;
  readonly #queue = new KeyedQueue();
  readonly #proved = new ProvedPasswords();
  /**
   * Requests of one moment share statements, because every withdrawal reads the secrets once and the
   * field below twice.
   */
  readonly #secrets: GatheredStatement<SecretsQuestion, Secrets>;
  readonly #security: GatheredRead<number, UserSecurity>;

  /** @param keyed see `openKeyedDatabase`. */
  constructor(parts: IdentityParts, keyed: Database) {
    this.#parts = parts;
    this.#secrets = new GatheredStatement((questions) => findSecrets(keyed, questions));
    this.#security = new GatheredRead(
      (ids) => findSecurityOf(parts.database, ids),
      (row) => row.userId,
    );
  }

  /** Checks the login password of a signed-in user. */
  async checkLoginPassword(
    userId: number,
    password: string,
    now: EpochMs,
  ): Promise<Result<null, 'password_incorrect' | TryError>> {
    const { database, hasher } = this.#parts;
    const verdict = await this.tryOnce(userId, now, async () => {
      const user = await findUserById(database, userId);
      return (await hasher.verify(user?.passwordHash, password)) ? 'right' : 'wrong';
    });
    if (!verdict.ok) return verdict;
    return verdict.value === 'right' ? ok(null) : refuse('password_incorrect');
  }

  /**
   * Checks the pay password. The right one takes 30 ms of a core at its first use. For the next ten
   * minutes each use takes only one statement.
   */
  checkPayPassword(
    userId: number,
    password: string,
    now: EpochMs,
  ): Promise<Result<null, PayPasswordError>> {
    return this.#inTurn(userId, async () => {
      const { payPasswordHash: storedHash, failures } = await this.#readSecrets(userId, now);
      if (storedHash === null) return refuse('pay_password_not_set');
      const stored = { userId, storedHash };
      if (this.#proved.isProved(stored, password, now)) {
        const waitS = guessWaitS(failures, SECRET_LIMITS, now);
        return waitS > 0 ? refuse('secret_tries_exhausted', waitS) : ok(null);
      }
      const verdict = await this.#admitAndCheck(userId, now, async () =>
        (await this.#parts.hasher.verify(storedHash, password)) ? 'right' : 'wrong',
      );
      if (!verdict.ok) return verdict;
      if (verdict.value !== 'right') return refuse('pay_password_incorrect');
      this.#proved.note(stored, password, now);
      return ok(null);
    });
  }

  /**
   * Checks a code of the user's authenticator and uses it up: each time step accepts one code, once.
   * Every code passes when no authenticator is bound.
   * @param code empty when none was given.
   */
  async checkGoogleCode(
    userId: number,
    code: string,
    now: EpochMs,
  ): Promise<Result<null, GoogleCodeError>> {
    const security = await this.#security.find(userId);
    const sealedKey = security?.googleKey ?? null;
    if (sealedKey === null) return ok(null);
    if (code === '') return refuse('google_code_required');
    return this.checkBoundCode(userId, sealedKey, code, now);
  }

  /** Like {@link checkGoogleCode}, for a key that is bound. */
  async checkBoundCode(
    userId: number,
    sealedKey: string,
    code: string,
    now: EpochMs,
  ): Promise<Result<null, 'google_code_incorrect' | TryError>> {
    const verdict = await this.tryOnce(userId, now, () =>
      this.#spendCode(userId, sealedKey, code, now),
    );
    if (!verdict.ok) return verdict;
    return verdict.value === 'right' ? ok(null) : refuse('google_code_incorrect');
  }

  /** Returns the hold on withdrawals that a changed secret has started; null when there is none now. */
  async withdrawalHold(userId: number, now: EpochMs): Promise<WithdrawalHold | null> {
    return holdOf(await this.#security.find(userId), now);
  }

  /** Lets `check` judge one attempt, after the user's earlier ones and only while attempts are left. */
  tryOnce(
    userId: number,
    now: EpochMs,
    check: () => Promise<Verdict>,
  ): Promise<Result<Verdict, TryError>> {
    return this.#inTurn(userId, () => this.#admitAndCheck(userId, now, check));
  }

  /** Runs one attempt of a user after the other; too many concurrent hashes become a refusal. */
  async #inTurn<T, E extends ErrorName>(
    userId: number,
    task: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | 'service_unavailable'>> {
    try {
      return await this.#queue.run(String(userId), task);
    } catch (error) {
      if (error instanceof GateFullError) return refuse('service_unavailable', BUSY_RETRY_S);
      throw error;
    }
  }

  #readSecrets(userId: number, now: EpochMs): Promise<Secrets> {
    const { dayMax: failuresMax } = SECRET_LIMITS;
    const { subject } = keyOf(userId);
    return this.#secrets.ask({ userId, subject, since: now - DAY_MS, failuresMax });
  }

  async #admitAndCheck(
    userId: number,
    now: EpochMs,
    check: () => Promise<Verdict>,
  ): Promise<Result<Verdict, TryError>> {
    const { database } = this.#parts;
    const admitted = await admitGuess(database, keyOf(userId), SECRET_LIMITS, now);
    if (!admitted.ok) return admitted;
    let verdict: Verdict | undefined;
    try {
      verdict = await check();
    } finally {
      // Includes attempts that failed because of a server error.
      if (verdict !== 'wrong') await forgiveGuess(database, admitted.value);
    }
    if (verdict === 'wrong' && admitted.value.isLast) await this.#notifyOwner(userId);
    return ok(verdict);
  }

  async #spendCode(
    userId: number,
    sealedKey: string,
    code: string,
    now: EpochMs,
  ): Promise<Verdict> {
    const { database, seal } = this.#parts;
    const step = stepOfCode(seal.open(sealedKey, googleKeyPlace(userId)), code, now);
    if (step === undefined) return 'wrong';
    // A repeated right code reveals nothing, so that a double tap does not count as an attempt.
    return (await spendGoogleStep(database, userId, sealedKey, step)) ? 'right' : 'uncounted';
  }

  async #notifyOwner(userId: number): Promise<void> {
    const { database, notifier, log } = this.#parts;
    log.warn({ userId }, 'secrets locked after repeated failures');
    const user = ensure(await findUserById(database, userId), `user ${userId}`);
    notifier.post(recipientOf(contactOf(user), localeOf(user)), { kind: 'secretsLocked' });
  }
}

/** Returns the hold that is active at `now`. */
export function holdOf(security: UserSecurity | undefined, now: EpochMs): WithdrawalHold | null {
  const { withdrawalHoldUntilMs: untilMs, withdrawalHoldReason: reason } = security ?? {};
  return untilMs != null && reason != null && untilMs > now ? { untilMs, reason } : null;
}
