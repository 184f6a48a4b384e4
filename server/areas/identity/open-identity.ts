/** Composition of identity: user accounts and their protection. */
import type { Clock } from '../../../contract/time.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notify/notifier.ts';
import type { Outbox } from '../../kit/outbox/outbox.ts';
import { createIdentityParts, Identity } from './identity.ts';
import { openSeal } from '../../kit/seal/installation-secret.ts';
import { createHoldLinks } from './hold-link.ts';
import { OwnerHold } from './owner-hold.ts';
import { createUserNotices } from './user-notices.ts';
import { SecurityCheck } from './security-check.ts';
import { UserDesk } from './user-desk.ts';

interface OpenIdentityParts {
  readonly config: Pick<
    Config,
    | 'secretKey'
    | 'dataDir'
    | 'passwordProfile'
    | 'passwordCost'
    | 'asksNewDevices'
    | 'publicOrigins'
    | 'nodeEnv'
    | 'port'
  >;
  readonly database: Database;
  readonly keyed: Database;
  /** Connections of their own, so that no call waits for others before it is known whose it is. */
  readonly access: Database;
  readonly notifier: Notifier;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Must run once per process. @throws StartupError when the database was encrypted with another secret. */
export async function openIdentity(opened: OpenIdentityParts) {
  const { config, database, keyed, access, notifier, outbox, clock, log } = opened;
  const seal = await openSeal(config, database);
  const { passwordProfile, passwordCost, asksNewDevices } = config;
  const holdLinks = createHoldLinks(seal, originOf(config));
  const notices = createUserNotices({ database, notifier, outbox, holdLinks, clock });
  const parted = { database, access, notifier, notices, seal, log };
  const settings = { ...parted, passwordProfile, passwordCost, asksNewDevices };
  const parts = createIdentityParts(settings);
  return {
    parts,
    seal,
    identity: new Identity(parts),
    check: new SecurityCheck(parts, keyed),
    userDesk: new UserDesk(parts),
    ownerHold: new OwnerHold(parts, holdLinks, outbox),
  };
}

/** Address of the app in mails. A server of production that does not know it sends no links. */
function originOf({
  publicOrigins,
  nodeEnv,
  port,
}: Pick<Config, 'publicOrigins' | 'nodeEnv' | 'port'>): string | null {
  const [origin = null] = publicOrigins;
  return origin ?? (nodeEnv === 'production' ? null : `http://localhost:${port}`);
}
