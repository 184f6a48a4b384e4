/** The services that every part of identity uses. */
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { Locale } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier, Recipient } from '../../kit/notify/notifier.ts';
import type { AccessCache } from './access-cache.ts';
import type { AccountName } from './account-name.ts';
import type { Listeners } from '../../kit/process/listeners.ts';
import type { KeyedQueue } from '../../kit/queue/concurrency.ts';
import type { UserNotices } from './user-notices.types.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import type { SessionEnds } from './session-ends.ts';
import type { AccessReads } from './sessions.repo.ts';

export interface IdentityParts {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly notices: UserNotices;
  readonly hasher: PasswordHasher;
  /** Sign-ins of one account are checked one after the other. */
  readonly signInQueue: KeyedQueue;
  /** Code requests from one network are handled one after the other. */
  readonly codeQueue: KeyedQueue;
  readonly accessReads: AccessReads;
  readonly accessCache: AccessCache;
  readonly sessionEnds: SessionEnds;
  /** Notified with the id of a user after each commit on this server that disabled or enabled the user, before the answer. */
  readonly userChanges: Listeners<[userId: number]>;
  readonly seal: Seal;
  readonly passwordProfile: PasswordProfile;
  /** Whether a sign-in from a new device needs a code that is sent to the user. */
  readonly asksNewDevices: boolean;
  readonly log: Log;
}

/** The caller's address and client, as the edge reports them. */
export interface Caller {
  readonly now: EpochMs;
  readonly locale: Locale;
  readonly address: string;
  readonly userAgent: string;
}

/** Returns the recipient of messages to an account. */
export const recipientOf = (account: AccountName, locale: Locale): Recipient => ({
  channel: account.type === 'email' ? 'mail' : 'sms',
  address: account.value,
  locale,
});
