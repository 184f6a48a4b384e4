/** Performs the further steps of commands with many rows, one in each turn of the event loop. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock } from '../../../contract/time.ts';
import type { GroupCommit } from '../../ledger/writer/group-commit.ts';
import type { CommittedBatch } from './spot-events.ts';
import type { SpotMemory } from './spot-memory.ts';
import type { SealedBatch } from './spot-store.types.ts';

interface MarketWorkParts {
  readonly memory: Pick<SpotMemory, 'busyMarkets' | 'isBusy' | 'lacksReference' | 'work'>;
  readonly commits: Pick<GroupCommit<CommittedBatch, SealedBatch>, 'join'>;
  /** Each step has its own time. */
  readonly clock: Clock;
  /** Runs a step; trading ends if it leaves memory half changed. */
  apply(step: () => void): void;
  /** Longest wait of a restored command for the first reference price; only tests use another time. */
  readonly referenceMsMax?: number;
}

/** Steps of one command that may wait for their commit, so that one command never fills the queue of batches. */
const STEPS_WAITING_MAX = 2;
/** Time in which outside sources of prices connect after a start. */
const REFERENCE_MS_MAX = 15 * SECOND_MS;
const REFERENCE_POLL_MS = 50;

export class MarketWork {
  readonly #parts: MarketWorkParts;
  /** Resolves when the market takes commands again, by busy market. */
  readonly #busy = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: MarketWorkParts) {
    this.#parts = parts;
  }

  /**
   * Continues the commands that an earlier server has not finished. Each waits for the first reference price of
   * its market, because without one the rest of its order would end.
   */
  start(): void {
    // A step that fails ends trading, which reports it. A stop leaves the rest to the next server.
    for (const marketId of this.#parts.memory.busyMarkets)
      this.#begin(marketId, [], this.#referenced(marketId)).catch(() => undefined);
  }

  /** Ends the waits for reference prices: their commands stay unfinished. */
  stop(): void {
    this.#stopping.abort();
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

  #begin(
    marketId: number,
    joined: readonly Promise<CommittedBatch>[],
    ready?: Promise<void>,
  ): Promise<CommittedBatch> {
    const steps = this.#perform(marketId, joined, ready);
    const end = (): void => {
      if (this.#busy.get(marketId) === idle) this.#busy.delete(marketId);
    };
    const idle = steps.then(end, end);
    this.#busy.set(marketId, idle);
    return steps.then(({ last }) => last);
  }

  /** @throws AbortError when {@link stop} is called. */
  async #referenced(marketId: number): Promise<void> {
    const { memory, referenceMsMax = REFERENCE_MS_MAX } = this.#parts;
    const { signal } = this.#stopping;
    for (let waitedMs = 0; waitedMs < referenceMsMax; waitedMs += REFERENCE_POLL_MS) {
      if (!memory.lacksReference(marketId)) return;
      await setTimeout(REFERENCE_POLL_MS, undefined, { signal });
    }
  }

  /** Returns the promise of the last batch in an object, so that no caller waits for its commit here. */
  async #perform(
    marketId: number,
    joined: readonly Promise<CommittedBatch>[],
    ready?: Promise<void>,
  ): Promise<{ readonly last: Promise<CommittedBatch> }> {
    const { memory, commits, clock, apply } = this.#parts;
    const waiting = [...joined];
    await ready;
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
