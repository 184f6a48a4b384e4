/**
 * Takes the marks of all contract markets several times a second, in turns of the event loop that stay short.
 * A mark with many steps, such as a mass stop-out, goes on over many turns. Commands of users come between
 * them, and newer marks of the other markets.
 */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../contract/time.ts';
import type { LeverMemory } from './lever-memory.ts';

interface MarkRoundsParts {
  readonly memory: Pick<
    LeverMemory,
    'rules' | 'isBusy' | 'hasOrders' | 'rows' | 'takeMark' | 'refreshMarks' | 'work'
  >;
  readonly clock: Clock;
  /** Runs a step; trading ends if it leaves memory half changed. */
  apply(step: () => void): void;
  /**
   * Adds the changes of a step to the batch. @returns the commit of that batch; null when the step has
   * changed nothing.
   */
  commit(): Promise<unknown> | null;
  /**
   * Called with the market after its mark was taken.
   * @param committed the commit of all changes until then; null when nothing has changed since the last one
   */
  onTaken(marketId: number, committed: Promise<unknown> | null): void;
  /** Called when a step has failed; no further mark is taken. */
  onFailed(error: unknown): void;
}

/** Changes between two looks at the clock. */
const STEPS = 32;
/** A turn ends after this time. */
const TURN_MS = 4;
/**
 * A turn ends when the batch has so many rows: about 50 stop-outs. A command waits for the two commits under way and for its own,
 * so that longer commits make it slower.
 */
const ROWS_OF_TURN = 512;
/**
 * Turns that may wait for their commit when the next one begins, so that a mass stop-out never holds up the commands of
 * others. One is enough, because it is decided while the one before is written.
 */
const TURNS_WAITING_MAX = 1;

export class MarkRounds {
  readonly #parts: MarkRoundsParts;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: MarkRoundsParts) {
    this.#parts = parts;
  }

  /**
   * Takes the marks of all markets. Concurrent calls share one round. Never rejects.
   * @param isWhole false for those of markets with orders alone.
   */
  run(isWhole = true): Promise<void> {
    this.#running ??= this.#round(isWhole).finally(() => (this.#running = null));
    return this.#running;
  }

  /** Goes on with the steps that a command has left, and resolves when there are none. Never rejects. */
  async settle(): Promise<void> {
    while (this.#parts.memory.isBusy && !this.#isStopped) await this.run();
  }

  /** Whether steps that are left stay undone. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Begins no more marks; the steps that are left are done by the next server. */
  stop(): void {
    this.#isStopped = true;
  }

  async #round(isWhole: boolean): Promise<void> {
    const { memory, clock, apply, onTaken, onFailed } = this.#parts;
    const turn = new Turn(this.#parts);
    try {
      await this.#work(turn);
      for (const marketId of memory.rules.keys()) {
        if (this.#isStopped) return;
        if (!isWhole && !memory.hasOrders(marketId)) continue;
        apply(() => memory.takeMark(marketId, clock.now(), STEPS, false));
        onTaken(marketId, turn.commit());
        await this.#work(turn);
      }
      await turn.done();
    } catch (error) {
      this.#isStopped = true;
      onFailed(error);
    }
  }

  /** Does the steps that are left, and ends the turn when it is long enough. */
  async #work(turn: Turn): Promise<void> {
    const { memory, clock, apply, onTaken } = this.#parts;
    for (;;) {
      if (turn.isLong) await turn.end();
      if (!memory.isBusy || this.#isStopped) return;
      let refreshed: readonly number[] = [];
      apply(() => void (refreshed = memory.refreshMarks(clock.now())));
      for (const marketId of refreshed) onTaken(marketId, turn.commit());
      apply(() => memory.work(STEPS, clock.now()));
    }
  }
}

/** One turn of the event loop after the other, within one round. */
class Turn {
  readonly #parts: Pick<MarkRoundsParts, 'memory' | 'commit'>;
  /** Commits of the round, oldest first; changes of one batch have the same. */
  readonly #waiting = new Set<Promise<unknown>>();
  #beganAt = performance.now();

  constructor(parts: Pick<MarkRoundsParts, 'memory' | 'commit'>) {
    this.#parts = parts;
  }

  get isLong(): boolean {
    const { memory } = this.#parts;
    return performance.now() - this.#beganAt >= TURN_MS || memory.rows >= ROWS_OF_TURN;
  }

  /** @returns the commit of all changes until now; null when nothing has changed since the last one. */
  commit(): Promise<unknown> | null {
    const committed = this.#parts.commit();
    if (committed !== null) this.#waiting.add(committed);
    return committed;
  }

  /** Resolves when all that the round has changed is durable. */
  async done(): Promise<void> {
    this.commit();
    await Promise.all(this.#waiting);
  }

  async end(): Promise<void> {
    this.commit();
    await setImmediate();
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= TURNS_WAITING_MAX) break;
      await oldest;
      this.#waiting.delete(oldest);
    }
    this.#beganAt = performance.now();
  }
}
