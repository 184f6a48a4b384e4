/**
 * Opens and settles the orders that points of the index make due, in turns: at most two turns wait for their commit, so
 * that a new order waits for two commits at most, also when 10,000 orders end together.
 */
import type { Clock } from '../../../contract/time.ts';
import { microSettled } from './micro-recipes.ts';
import type { MicroOrder } from '../../engine/micro/micro-types.ts';
import type { GuestHost } from '../../ledger/writer/guest.types.ts';
import type { MicroMemory } from './micro-memory.ts';

/**
 * Changes of one turn while users place orders. Each point of the index makes hundreds due, and a commit of 500 keeps
 * orders waiting for 40 to 90 ms, four times a second.
 */
const CHANGES_OF_TURN = 100;
/**
 * Changes of one turn at a start, when no order waits, and while many are due: about 2,500 rows, which are less than a
 * full batch. The same changes in turns of {@link CHANGES_OF_TURN} take twice the time.
 */
const CHANGES_OF_LARGE_TURN = 500;
/** Due changes from which turns are large. The second after a start can make all ends of an outage due in one round. */
const MANY_DUE = 3_000;
const TURNS_WAITING_MAX = 2;

interface MicroRoundsParts {
  readonly memory: MicroMemory;
  readonly host: GuestHost;
  readonly clock: Clock;
  /** Called with each order that has ended, before its commit. */
  onEnded(order: MicroOrder): void;
}

export class MicroRounds {
  readonly #parts: MicroRoundsParts;
  #running: Promise<void> | undefined;
  #hasBegun = false;

  constructor(parts: MicroRoundsParts) {
    this.#parts = parts;
  }

  /** From now on, turns let orders of users pass soon, unless very many changes are due. */
  beginTrading(): void {
    this.#hasBegun = true;
  }

  /** Begins to make what is due; does nothing while it is under way. */
  run(): void {
    if (this.#running !== undefined || this.#parts.memory.core.dueCount === 0) return;
    const { host } = this.#parts;
    this.#running = this.#work()
      .catch((error: unknown) => {
        if (!host.isClosed) host.fail('a fast contract could not be settled', error);
      })
      .finally(() => {
        this.#running = undefined;
        if (!host.isClosed) this.run();
      });
  }

  /** Resolves when nothing is due. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #work(): Promise<void> {
    const { memory, host } = this.#parts;
    const commits: Promise<void>[] = [];
    while (memory.core.dueCount > 0 && !host.isClosed) {
      this.#turn();
      commits.push(host.durable());
      if (commits.length >= TURNS_WAITING_MAX) await commits.shift();
    }
    await Promise.all(commits);
  }

  #turn(): void {
    const { memory, host, clock, onEnded } = this.#parts;
    const { currencyId } = host;
    const isLarge = !this.#hasBegun || memory.core.dueCount >= MANY_DUE;
    const changes = isLarge ? CHANGES_OF_LARGE_TURN : CHANGES_OF_TURN;
    host.change(clock.now(), ({ now, book }) => {
      for (const { order, type } of memory.work(changes, now)) {
        if (type === 'opened') continue;
        const { state: outcome } = order;
        if (outcome === 'opening' || outcome === 'open') continue;
        const requestId = memory.requestIdOf(order.id);
        book(microSettled({ ...order, outcome }, { currencyId, requestId }));
        onEnded(order);
      }
    });
  }
}
