/** Commands that change users of a server under test as an operator would. */
import { z } from 'zod';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { UserDesk } from '../../areas/identity/identity.area.ts';
import { markCertified } from './certified-users.repo.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands } from './control-server.ts';

interface UserCommandParts {
  readonly users: UserDesk;
  readonly database: Database;
  readonly clock: Clock;
  /** Accepts the risk notices of all products for the user. */
  acceptRisks(userId: number): Promise<void>;
  /** Drops the cached access tokens of the user, so that the next request reads them again. */
  forgetAccess(userId: number): void;
}

/** UID, email address or mobile number. */
const user = z.string();
const changeBody = z.strictObject({
  user,
  change: z.enum(['disable', 'enable', 'make_agent', 'end_agent']),
});
const certificationBody = z.strictObject({
  user,
  real_name: z.string().min(1),
  /** Whether the user also accepts the risk notices of all products. */
  accepts_risks: z.boolean().default(true),
});

/**
 * `POST /users/change` with `{"user", "change"}`, and `POST /users/certify` with
 * `{"user", "real_name", "accepts_risks"?}`. Each change is committed when the answer comes; the answer has the user's id.
 */
export function userCommands(parts: UserCommandParts): ControlCommands {
  const { users, database, clock, acceptRisks, forgetAccess } = parts;
  const changes = {
    disable: (id: number) => users.disable(id, clock.now(), async () => {}),
    enable: (id: number) => users.enable(id, async () => {}),
    make_agent: (id: number) => users.setAgent(id, true, async () => {}),
    end_agent: (id: number) => users.setAgent(id, false, async () => {}),
  };
  return {
    'POST /users/change': async (body) => {
      const wanted = changeBody.safeParse(body);
      if (!wanted.success) return INVALID;
      const [found] = await users.find(wanted.data.user);
      if (found === undefined) return INVALID;
      const changed = await changes[wanted.data.change](found.id);
      return changed.ok ? { body: { user_id: found.id } } : INVALID;
    },
    'POST /users/certify': async (body) => {
      const wanted = certificationBody.safeParse(body);
      if (!wanted.success) return INVALID;
      const [found] = await users.find(wanted.data.user);
      if (found === undefined) return INVALID;
      await markCertified(database, found.id, wanted.data.real_name);
      if (wanted.data.accepts_risks) await acceptRisks(found.id);
      forgetAccess(found.id);
      return { body: { user_id: found.id } };
    },
  };
}
