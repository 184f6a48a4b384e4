/** Performs the further steps of commands with many rows, one in each turn of the event loop. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../contract/time.ts';
import type { GroupCommit } from '../../ledger/writer/group-commit.ts';
import type { CommittedBatch } from './spot-events.ts';
import type { SpotMemory } from './spot-memory.ts';
import type { SealedBatch } from './spot-store.types.ts';

export interface MarketWorkParts {
  readonly memory: Pick<SpotMemory, 'busyMarkets' | 'isBusy' | 'work'>;
  readonly commits: Pick<GroupCommit<CommittedBatch, SealedBatch>, 'join'>;
  /** Each step has its own time. */
  readonly clock: Clock;
  /** Runs a step; trading ends if it leaves memory half changed. */
  apply(step: () => void): void;
}

/** Steps of one command that may wait for their commit, so that one command never fills the queue of batches. */
const STEPS_WAITING_MAX = 2;

export class MarketWork {
  readonly #parts: MarketWorkParts;
  /** Resolves when the market takes commands again, by busy market. */
  readonly #busy = new Map<number, Promise<void>>();

  constructor(parts: MarketWorkParts) {
    this.#parts = parts;
  }

  /** Continues the commands that an earlier server has not finished. */
  start(): void {
    // A step that fails ends trading, which reports it.
    for (const marketId of this.#parts.memory.busyMarkets)
      this.#begin(marketId, []).catch(() => undefined);
  }

  /** Adds a command on the market to the batch, and performs its further steps. @returns the batch of the last step. */
  committed(marketId: number): Promise<CommittedBatch> {
    const first = this.#parts.commits.join();
    return this.#parts.memory.isBusy(marketId) ? this.#begin(marketId, [first]) : first;
  }

  /** Resolves when the market, or every market, takes commands again. */
  async idle(marketId?: number): Promise<void> {
    if (marketId === undefined) await Promise.all(this.#busy.values());
    else await this.#busy.get(marketId);
  }

  #begin(marketId: number, joined: readonly Promise<CommittedBatch>[]): Promise<CommittedBatch> {
    const steps = this.#perform(marketId, joined);
    const end = (): void => {
      if (this.#busy.get(marketId) === idle) this.#busy.delete(marketId);
    };
    const idle = steps.then(end, end);
    this.#busy.set(marketId, idle);
    return steps.then(({ last }) => last);
  }

  /** Returns the promise of the last batch in an object, so that nobody waits for its commit here. */
  async #perform(
    marketId: number,
    joined: readonly Promise<CommittedBatch>[],
  ): Promise<{ readonly last: Promise<CommittedBatch> }> {
    const { memory, commits, clock, apply } = this.#parts;
    const waiting = [...joined];
    for (;;) {
      await setImmediate();
      if (waiting.length >= STEPS_WAITING_MAX) await waiting.shift();
      apply(() => memory.work(marketId, clock.now()));
      const last = commits.join();
      if (!memory.isBusy(marketId)) return { last };
      waiting.push(last);
    }
  }
}
