/** The second legs of transfers whose money the spot writer has put into transit towards other accounts. */
import { assert } from '../../../contract/assert.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { GatheredStatement } from '../../kit/db/gathered-statement.ts';
import { bookArrivals, findArrived, findArriving } from './transfer-arrivals.repo.ts';

export interface TransferArrivalsParts {
  /** Its statements have a time limit, see `openKeyedDatabase`. */
  readonly keyed: Database;
  readonly clock: Clock;
}

/** Transfers that one statement completes. */
const BOOKED_AT_ONCE_MAX = 256;

export class TransferArrivals {
  readonly #parts: TransferArrivalsParts;
  readonly #bookings: GatheredStatement<number, boolean>;

  constructor(parts: TransferArrivalsParts) {
    this.#parts = parts;
    this.#bookings = new GatheredStatement((ids) => this.#bookEach(ids));
  }

  /**
   * Books the second leg of a transfer after its posting was booked; concurrent calls share a statement. Does
   * nothing for a booked one. @throws AssertionError when the posting is not booked.
   */
  async book(id: number): Promise<void> {
    assert(await this.#bookings.ask(id), `transfer ${id}: the first leg is booked`);
  }

  /** Books all second legs that callers have left open. */
  async bookAll(): Promise<void> {
    const { keyed, clock } = this.#parts;
    for (;;) {
      const ids = await findArriving(keyed, BOOKED_AT_ONCE_MAX);
      if (ids.length > 0) await bookArrivals(keyed, ids, clock.now());
      if (ids.length < BOOKED_AT_ONCE_MAX) return;
    }
  }

  async #bookEach(ids: readonly number[]): Promise<readonly boolean[]> {
    const { keyed, clock } = this.#parts;
    const each = [...new Set(ids)];
    const booked = new Set(await bookArrivals(keyed, each, clock.now()));
    const others = each.filter((id) => !booked.has(id));
    if (others.length > 0) for (const id of await findArrived(keyed, others)) booked.add(id);
    return ids.map((id) => booked.has(id));
  }
}
