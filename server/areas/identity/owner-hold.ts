/** The hold of an account by its owner, with the link of a mail: nothing of the account moves until the password is reset. */
import { z } from 'zod';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Outbox, PutMessage } from '../../kit/outbox/outbox.ts';
import type { HoldLinks } from './hold-link.ts';
import type { IdentityParts } from './service-parts.ts';
import { endSessionsExcept } from './session-list.repo.ts';
import { findUserById, lockUserIfKnown, updateDisabled } from './users.repo.ts';

const PAYLOAD = z.object({ userId: z.int(), heldAtMs: z.int() });
type Held = z.infer<typeof PAYLOAD>;

/** Stops what goes on in an account without its owner. @throws Error when it shall be called again later. */
type StopActivity = (userId: number) => Promise<void>;

export class OwnerHold {
  readonly #parts: IdentityParts;
  readonly #links: Pick<HoldLinks, 'ownerOf'>;
  readonly #put: PutMessage<Held>;
  #stop: StopActivity | undefined;

  constructor(
    parts: IdentityParts,
    links: Pick<HoldLinks, 'ownerOf'>,
    outbox: Pick<Outbox, 'topic'>,
  ) {
    this.#parts = parts;
    this.#links = links;
    this.#put = outbox.topic({
      name: 'user_held',
      schema: PAYLOAD,
      orderKey: ({ userId }) => String(userId),
      deliver: (held) => this.#deliver(held),
    });
  }

  /** Must be called once. After each hold `stop` is called until it succeeds, unless the hold was lifted before. */
  onHeld(stop: StopActivity): void {
    this.#stop = stop;
  }

  /**
   * Disables the account in the name of its owner and ends every session. Does nothing for an account that is disabled,
   * so that the link can be used again.
   */
  async hold(token: string, now: EpochMs): Promise<Result<null, 'hold_link_invalid'>> {
    const { database, sessionEnds, userChanges, notices, log } = this.#parts;
    const userId = this.#links.ownerOf(token, now);
    if (userId === null) return refuse('hold_link_invalid');
    const ended = await transaction(database, async (tx) => {
      const user = await lockUserIfKnown(tx, userId);
      if (user === undefined || user.disabledAtMs !== null) return null;
      await updateDisabled(tx, userId, now, true);
      await this.#put(tx, { userId, heldAtMs: now }, now);
      await notices.put(tx, userId, { kind: 'accountHeld' }, now);
      return endSessionsExcept(tx, userId, null, now, 'user_disabled');
    });
    if (ended === null) return ok(null);
    sessionEnds.announce(userId, ended);
    userChanges.notify(userId);
    log.warn({ userId }, 'account held by its owner');
    return ok(null);
  }

  async #deliver({ userId, heldAtMs }: Held): Promise<void> {
    const user = await findUserById(this.#parts.database, userId);
    if (user?.isHeldByOwner !== true || user.disabledAtMs !== heldAtMs) return;
    if (this.#stop === undefined) throw new Error('the products are not open yet');
    await this.#stop(userId);
  }
}
