/** Composition of identity: user accounts and their protection. */
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notify/notifier.ts';
import type { Outbox } from '../../kit/outbox/outbox.ts';
import { createIdentityParts, Identity } from './identity.ts';
import { openSeal } from '../../kit/seal/installation-secret.ts';
import { createUserNotices } from './user-notices.ts';
import { SecurityCheck } from './security-check.ts';
import { UserDesk } from './user-desk.ts';

interface OpenIdentityParts {
  readonly config: Pick<
    Config,
    'secretKey' | 'dataDir' | 'passwordProfile' | 'passwordCost' | 'asksNewDevices'
  >;
  readonly database: Database;
  readonly keyed: Database;
  /** Connections of their own, so that no call waits for others before it is known whose it is. */
  readonly access: Database;
  readonly notifier: Notifier;
  readonly outbox: Outbox;
  readonly log: Log;
}

/** Must run once per process. @throws StartupError when the database was encrypted with another secret. */
export async function openIdentity(opened: OpenIdentityParts) {
  const { config, database, keyed, access, notifier, outbox, log } = opened;
  const seal = await openSeal(config, database);
  const { passwordProfile, passwordCost, asksNewDevices } = config;
  const notices = createUserNotices({ database, notifier, outbox });
  const parted = { database, access, notifier, notices, seal, log };
  const settings = { ...parted, passwordProfile, passwordCost, asksNewDevices };
  const parts = createIdentityParts(settings);
  return {
    parts,
    seal,
    identity: new Identity(parts),
    check: new SecurityCheck(parts, keyed),
    userDesk: new UserDesk(parts),
  };
}
