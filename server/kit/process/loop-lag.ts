/**
 * Notices that the event loop is behind: more work than one thread can do. Then each further call makes
 * all others slower, so that calls are refused until the loop has caught up.
 */
import type { Job, Jobs } from '../jobs/jobs.ts';
import { JOBS } from '../jobs/job-list.ts';
import type { Log } from '../log.ts';

interface LoopLagParts {
  /** Milliseconds since a fixed moment, monotonic. */
  elapsedMs(): number;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

type Kind = 'commands' | 'reads';

/** Delays from which commands, and then reads too, are refused. A healthy loop is below 50 ms. */
const BOUNDS_MS: Readonly<Record<Kind, number>> = { commands: 1_000, reads: 4_000 };
/** Late turns after which calls are refused: one long turn, as after a pause of the machine, is no overload. */
const LATE_TURNS_MIN = 4;
/** Time without a late turn after which the count starts again. */
const HEALTHY_MS = 1_000;
/** Time without a late turn after which calls are accepted again. */
const CAUGHT_UP_MS = 3_000;

interface Judgement {
  lateTurns: number;
  /** Time since the last late turn. */
  healthyMs: number;
  isOver: boolean;
}

export class LoopLag {
  readonly #parts: LoopLagParts;
  readonly #judgements: Readonly<Record<Kind, Judgement>> = {
    commands: { lateTurns: 0, healthyMs: 0, isOver: false },
    reads: { lateTurns: 0, healthyMs: 0, isOver: false },
  };
  #job: Job | undefined;
  #lastMs: number;

  constructor(parts: LoopLagParts) {
    this.#parts = parts;
    this.#lastMs = parts.elapsedMs();
  }

  start(jobs: Jobs): void {
    this.#lastMs = this.#parts.elapsedMs();
    this.#job = jobs.start('event_loop', { failure: null, work: () => this.look() });
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
  }

  /** Whether a call must not be begun now. @param isRead whether it changes nothing. */
  isOver(isRead: boolean): boolean {
    return this.#judgements[isRead ? 'reads' : 'commands'].isOver;
  }

  /** Judges the turns since the last look. Must be due at the interval of the job. */
  look(): void {
    const now = this.#parts.elapsedMs();
    const passedMs = now - this.#lastMs;
    this.#lastMs = now;
    this.#judge('commands', passedMs);
    this.#judge('reads', passedMs);
  }

  #judge(kind: Kind, passedMs: number): void {
    const state = this.#judgements[kind];
    const delayMs = passedMs - JOBS.event_loop.everyMs;
    if (delayMs >= BOUNDS_MS[kind]) {
      state.lateTurns += 1;
      state.healthyMs = 0;
    } else {
      state.healthyMs += passedMs;
      if (state.healthyMs >= HEALTHY_MS) state.lateTurns = 0;
    }
    const isOver = state.isOver
      ? state.healthyMs < CAUGHT_UP_MS
      : state.lateTurns >= LATE_TURNS_MIN;
    if (isOver === state.isOver) return;
    state.isOver = isOver;
    const facts = { refused: kind, delayMs: Math.round(delayMs) };
    if (isOver) this.#parts.log.error(facts, 'the event loop is behind: calls are refused');
    else this.#parts.log.warn(facts, 'the event loop has caught up');
  }
}
