/** Operators' actions on users: find, disable and enable them, remove a lost authenticator, and make them agents. */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { IdentityParts } from './service-parts.ts';
import { endSessionsExcept } from './session-list.repo.ts';
import { findUserSecurity, removeGoogleKey, startHold } from './user-security.repo.ts';
import {
  findUserById,
  lockUserIfKnown,
  searchUsers,
  updateAgent,
  updateDisabled,
} from './users.repo.ts';
import type { User } from './users.repo.ts';

/** The fields that an operator may see; never a hash. */
export type DeskUser = Omit<User, 'passwordHash' | 'payPasswordHash'>;

type DeskError = 'user_not_found' | 'not_changed';

/** Writes the operator and the reason to the audit log, in the transaction of the change and only with it. */
type RecordChange = (tx: Transaction) => Promise<void>;

const USERS_FOUND_MAX = 20;

export class UserDesk {
  readonly #parts: IdentityParts;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  /** Calls `listener` after each commit on this server that disabled or enabled a user, before the answer. */
  listen(listener: (userId: number) => void): void {
    this.#parts.userChanges.add(listener);
  }

  /** Finds users with this UID, email address or mobile number (with dialing code). */
  async find(typed: string): Promise<readonly DeskUser[]> {
    const text = typed.trim().toLowerCase();
    const digits = text.replaceAll(/[\s()-]/g, '').replace(/^(?:\+|00)/, '');
    const names = { uid: text, email: text, mobile: `+${digits}` };
    const found = await searchUsers(this.#parts.database, names, USERS_FOUND_MAX);
    return found.map(withoutHashes);
  }

  async read(userId: number): Promise<Result<DeskUser, 'user_not_found'>> {
    const user = await findUserById(this.#parts.database, userId);
    return user === undefined ? refuse('user_not_found') : ok(withoutHashes(user));
  }

  /**
   * Ends every session of the user, immediately on this server and within two seconds on others. Pending
   * contract orders are canceled, other open orders stay, and no timer releases coins that the user sells. The
   * user can do nothing else until `enable`. A hold of the owner becomes the operator's, so that no reset of the password
   * lifts it.
   */
  async disable(
    userId: number,
    now: EpochMs,
    record: RecordChange,
  ): Promise<Result<DeskUser, DeskError>> {
    let ended: readonly string[] = [];
    const changed = await this.#change(userId, async (tx, user) => {
      if (user.disabledAtMs !== null && !user.isHeldByOwner) return undefined;
      await updateDisabled(tx, userId, now);
      ended = await endSessionsExcept(tx, userId, null, now, 'user_disabled');
      await record(tx);
      return { ...user, disabledAtMs: now, isHeldByOwner: false };
    });
    if (changed.ok) {
      this.#parts.sessionEnds.announce(userId, ended);
      this.#parts.userChanges.notify(userId);
    }
    return changed;
  }

  /** Lets the user sign in again; earlier sessions stay ended. */
  async enable(userId: number, record: RecordChange): Promise<Result<DeskUser, DeskError>> {
    const changed = await this.#change(userId, async (tx, user) => {
      if (user.disabledAtMs === null) return undefined;
      await updateDisabled(tx, userId, null);
      await record(tx);
      return { ...user, disabledAtMs: null, isHeldByOwner: false };
    });
    if (changed.ok) this.#parts.userChanges.notify(userId);
    return changed;
  }

  /** Whether the user has a bound authenticator. */
  async hasAuthenticator(userId: number): Promise<boolean> {
    const security = await findUserSecurity(this.#parts.database, userId);
    return security?.googleKey != null;
  }

  /**
   * Removes the authenticator of a user who has lost it and cannot sign in. Ends every session, holds
   * withdrawals and notifies the owner, because a thief may have asked for it.
   */
  async removeAuthenticator(
    userId: number,
    now: EpochMs,
    record: RecordChange,
  ): Promise<Result<DeskUser, DeskError>> {
    const { notices, sessionEnds } = this.#parts;
    let ended: readonly string[] = [];
    const changed = await this.#change(userId, async (tx, user) => {
      const key = (await findUserSecurity(tx, userId))?.googleKey ?? null;
      if (key === null || !(await removeGoogleKey(tx, userId, key))) return undefined;
      await startHold(tx, userId, 'google_changed', now);
      ended = await endSessionsExcept(tx, userId, null, now, 'secret_changed');
      await notices.put(tx, userId, { kind: 'googleUnbound' }, now);
      await record(tx);
      return user;
    });
    if (changed.ok) sessionEnds.announce(userId, ended);
    return changed;
  }

  /** Sets whether the user may add users to their own team. An existing team stays as it is. */
  setAgent(
    userId: number,
    isAgent: boolean,
    record: RecordChange,
  ): Promise<Result<DeskUser, DeskError>> {
    return this.#change(userId, async (tx, user) => {
      if (user.isAgent === isAgent) return undefined;
      await updateAgent(tx, userId, isAgent);
      await record(tx);
      return { ...user, isAgent };
    });
  }

  /** @param change returns undefined when there is nothing to change. */
  async #change(
    userId: number,
    change: (tx: Transaction, user: User) => Promise<User | undefined>,
  ): Promise<Result<DeskUser, DeskError>> {
    const { database, log } = this.#parts;
    const done = await transaction(database, async (tx) => {
      const user = await lockUserIfKnown(tx, userId);
      if (user === undefined) return refuse('user_not_found');
      const changed = await change(tx, user);
      return changed === undefined ? refuse('not_changed') : ok(withoutHashes(changed));
    });
    if (!done.ok) return done;
    const { disabledAtMs, isAgent } = done.value;
    log.info({ userId, disabledAtMs, isAgent }, 'user changed by an operator');
    return done;
  }
}

function withoutHashes(user: User): DeskUser {
  const { passwordHash: _login, payPasswordHash: _pay, ...shown } = user;
  return shown;
}
