/** Commands that stand in for the operator who changes users of a server under test. */
import { z } from 'zod';
import type { Clock } from '../../contract/time.ts';
import type { UserDesk } from '../identity/user-desk.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands } from './control-server.ts';

const changeBody = z.strictObject({
  /** UID, e-mail address or mobile number. */
  user: z.string(),
  change: z.enum(['disable', 'enable', 'make_agent', 'end_agent']),
});

/** `POST /users/change` with `{"user", "change"}`; done when the answer comes, which names the user's id. */
export function userCommands(users: UserDesk, clock: Clock): ControlCommands {
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
      const [user] = await users.find(wanted.data.user);
      if (user === undefined) return INVALID;
      const changed = await changes[wanted.data.change](user.id);
      return changed.ok ? { body: { user_id: user.id } } : INVALID;
    },
  };
}
