/** Identity for the rest of the server: authentication, and the calls about accounts and sessions. */
import { ensure } from '../../../contract/assert.ts';
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { CodeScene, Tokens, UserInfo } from '../../../contract/identity/identity.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { PasswordCost } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notify/notifier.ts';
import { AccessCache } from './access-cache.ts';
import type { AccountName } from './account-name.ts';
import { sendCode } from './code-sending.ts';
import type { CodeSendingError, CodeSent } from './code-sending.ts';
import { Listeners } from '../../kit/process/listeners.ts';
import { KeyedQueue } from '../../kit/queue/concurrency.ts';
import type { UserNotices } from './user-notices.types.ts';
import { PasswordHasher } from './password-hasher.ts';
import { resetPassword } from './password-reset.ts';
import type { PasswordReset } from './password-reset.ts';
import type { PasswordError } from './password-rules.ts';
import { register } from './registration.ts';
import type { Registration, RegistrationError } from './registration.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import { recipientOf } from './service-parts.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { SessionEnds } from './session-ends.ts';
import { authenticate, refreshSession } from './sessions.ts';
import type { SessionOwner } from './access-cache.ts';
import type { AuthenticationError, RefreshError } from './sessions.ts';
import { endSession, findLiveSessions, createAccessReads } from './sessions.repo.ts';
import { signIn } from './sign-in.ts';
import type { SignIn, SignInError } from './sign-in.ts';
import { contactOf, localeOf, userInfoOf } from './user-info.ts';
import { findUserById } from './users.repo.ts';
import type { CodeError } from './verification-codes.ts';

interface IdentitySettings {
  readonly database: Database;
  /** Reads the access tokens of calls. */
  readonly access: Database;
  readonly notifier: Notifier;
  readonly notices: UserNotices;
  readonly passwordProfile: PasswordProfile;
  readonly passwordCost: PasswordCost;
  readonly asksNewDevices: boolean;
  readonly seal: Seal;
  readonly log: Log;
}

/** Must run once per process, because the parts limit the hashing of the whole process. */
export function createIdentityParts(settings: IdentitySettings): IdentityParts {
  const accessCache = new AccessCache();
  return {
    ...settings,
    hasher: new PasswordHasher(settings.passwordCost),
    signInQueue: new KeyedQueue(),
    codeQueue: new KeyedQueue(),
    accessReads: createAccessReads(settings.access),
    accessCache,
    sessionEnds: new SessionEnds(accessCache),
    userChanges: new Listeners(settings.log, 'a listener of users failed'),
  };
}

export class Identity {
  readonly #parts: IdentityParts;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  /** Returns the owner of an access token; tokens of an ended session or of a disabled user have their own errors. */
  authenticate(
    accessToken: string,
    now: EpochMs,
  ): Promise<Result<SessionOwner, AuthenticationError>> {
    return authenticate(this.#parts, accessToken, now);
  }

  /** See `refreshSession`; also notifies the owner of a session that a reuse has ended. */
  async refresh(refreshToken: string, now: EpochMs): Promise<Result<Tokens, RefreshError>> {
    const { answer, reusedBy } = await refreshSession(this.#parts.database, refreshToken, now);
    if (reusedBy !== undefined) {
      this.#parts.accessCache.dropUser(reusedBy);
      await this.#notifyOfReuse(reusedBy);
    }
    return answer;
  }

  /** See `signIn`. */
  signIn(attempt: SignIn, caller: Caller): Promise<Result<Tokens, SignInError>> {
    return signIn(this.#parts, attempt, caller);
  }

  /** See `register`. */
  register(registration: Registration, caller: Caller): Promise<Result<Tokens, RegistrationError>> {
    return register(this.#parts, registration, caller);
  }

  /** See `sendCode`. */
  sendCode(
    account: AccountName,
    scene: CodeScene,
    caller: Caller,
  ): Promise<Result<CodeSent, CodeSendingError>> {
    return sendCode(this.#parts, account, scene, caller);
  }

  /** See `resetPassword`. */
  resetPassword(
    reset: PasswordReset,
    caller: Caller,
  ): Promise<Result<null, PasswordError | CodeError>> {
    return resetPassword(this.#parts, reset, caller);
  }

  /** Ends the session immediately: both of its tokens are refused from now on. */
  async signOut(sessionId: string, now: EpochMs): Promise<void> {
    await endSession(this.#parts.database, sessionId, now, 'signed_out');
    this.#parts.sessionEnds.announceOne(sessionId);
  }

  /** Calls `listener` after this server has ended a session. @returns a function that unsubscribes. */
  onSessionEnd(listener: (sessionId: string) => void): () => void {
    return this.#parts.sessionEnds.listen(listener);
  }

  /** Returns those of `sessionIds` that have not ended and whose users are not disabled. */
  findLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    return findLiveSessions(this.#parts.database, sessionIds);
  }

  /** Returns the data that a signed-in user may read about themselves. */
  async userInfo(userId: number): Promise<Result<UserInfo, never>> {
    const user = await findUserById(this.#parts.database, userId);
    return ok(userInfoOf(ensure(user, `user ${userId}`)));
  }

  async #notifyOfReuse(userId: number): Promise<void> {
    const { database, notifier, log } = this.#parts;
    log.warn({ userId }, 'session ended: a used refresh token came back');
    const user = ensure(await findUserById(database, userId), `user ${userId}`);
    notifier.post(recipientOf(contactOf(user), localeOf(user)), { kind: 'sessionRevoked' });
  }
}
