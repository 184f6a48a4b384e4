/**
 * Cancels the pending contract orders that may not open anymore: of disabled users, of debtors, and those that the
 * exchange does not offer since this start. A cancellation that fails because the writer is overloaded or the
 * database is away is retried.
 */
import { MINUTE_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import { IDLE, type Job, type Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { LeverDeskCommands, LeverView } from './lever-exchange.types.ts';

/** Time between two searches for pending orders of disabled users. */
const SEARCH_MS = MINUTE_MS;

type Cause = 'user-disabled' | 'user-owes' | 'not-offered';

export interface PendingStopParts {
  /** Ends the orders for the exchange, so that their owner is not named as the one who canceled them. */
  readonly commands: Pick<LeverDeskCommands, 'dismiss'>;
  readonly view: Pick<LeverView, 'loadAccount'>;
  /** Resolves when all orders until now are in the view, which has no others. */
  settled(): Promise<void>;
  /**
   * Finds disabled owners of pending orders. A crash or a stop may have interrupted the cancellation, and an order may
   * have been on its way to the writer.
   */
  findDisabledOwners(): Promise<readonly number[]>;
  /** Pending orders of the last run that this one does not offer. */
  readonly unofferedOrders: readonly number[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export class PendingStops {
  readonly #parts: PendingStopParts;
  /** Owners whose account could not be read yet. */
  readonly #unread = new Map<number, Cause>();
  /** Orders of that moment; a user who was enabled again keeps later ones. */
  readonly #orders = new Map<number, Cause>();
  /** Time of the next search; the first one is at the start. */
  #searchAt: EpochMs = 0;
  #job: Job | undefined;

  constructor(parts: PendingStopParts) {
    this.#parts = parts;
    for (const id of parts.unofferedOrders) this.#orders.set(id, 'not-offered');
  }

  /**
   * Cancels the orders that a stop of the server has left, and begins to retry what fails later.
   * @throws the error of the first try, because the first marks could open what it did not cancel.
   */
  async start(jobs: Jobs): Promise<void> {
    await this.retry();
    this.#job ??= jobs.start('contract_order_stops', {
      failure: 'pending contract orders of a user were not canceled',
      work: () => this.retry(),
    });
  }

  async end(): Promise<void> {
    await this.#job?.stop();
  }

  /** Cancels the orders that the user has now. Resolves after the first try, and never rejects. */
  async stop(ownerId: number, cause: Cause): Promise<void> {
    this.#unread.set(ownerId, cause);
    try {
      await this.#read(ownerId, cause);
      await this.#dismissAll();
    } catch (error) {
      const { log } = this.#parts;
      log.error({ err: error, ownerId, cause }, 'pending contract orders are canceled later');
    }
  }

  /** Retries failed cancellations, and searches for more once a minute. @throws the new error. */
  async retry(): Promise<void | typeof IDLE> {
    const now = this.#parts.clock.now();
    const isSearch = now >= this.#searchAt;
    if (!isSearch && this.#unread.size + this.#orders.size === 0) return IDLE;
    if (isSearch) {
      for (const ownerId of await this.#parts.findDisabledOwners())
        this.#unread.set(ownerId, 'user-disabled');
      this.#searchAt = now + SEARCH_MS;
    }
    for (const [ownerId, cause] of this.#unread) await this.#read(ownerId, cause);
    await this.#dismissAll();
    return undefined;
  }

  async #read(ownerId: number, cause: Cause): Promise<void> {
    await this.#parts.settled();
    const { orders } = await this.#parts.view.loadAccount(ownerId);
    for (const { id, state } of orders) if (state === 'pending') this.#orders.set(id, cause);
    this.#unread.delete(ownerId);
  }

  async #dismissAll(): Promise<void> {
    const { commands, clock } = this.#parts;
    for (const [orderId, requestId] of this.#orders) {
      const ended = await commands.dismiss({ orderId, requestId, now: clock.now() });
      // An order that has opened or ended since it was read stays as it is.
      if (ended.ok || ended.error !== 'service_unavailable') this.#orders.delete(orderId);
    }
  }
}
