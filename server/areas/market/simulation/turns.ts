/**
 * Lets long computations share the process with everything else: in one pass of the event loop they compute until a
 * slice of time is used up, the last one for a slice at most, so that sockets, timers and other calls never wait for
 * more than two. Newcomers, often short, take turns with those that have begun, of which the oldest goes first
 * until it ends: a computation that waits is held up by what was there before it, however many newcomers follow.
 */

/** How long one computes before it waits for its next turn, at least, and at most where passes are long. */
const SLICE_MS = 2;
const SLICE_MS_MAX = 8;
/** Passes that other work makes long leave them this part of the time, or they would take seconds to end. */
const SHARE = 1 / 4;

export interface LoopOfTurns {
  now(): number;
  /** Calls back in the next pass of the event loop. */
  nextPass(run: () => void): void;
}

const EVENT_LOOP: LoopOfTurns = {
  now: () => performance.now(),
  // An immediate of an immediate belongs to the next pass.
  nextPass: (run) => void setImmediate(run),
};

type Waiting = (() => void)[];

export class Turns {
  private readonly newcomers: Waiting = [];
  private readonly continuing: Waiting = [];
  private readonly loop: LoopOfTurns;
  /** Whether the computation that has the turn, or had the last one, had not begun before. */
  private isNewcomer = false;
  private isScheduled = false;
  private sliceEndsAt = 0;

  constructor(loop = EVENT_LOOP) {
    this.loop = loop;
  }

  /** Fulfilled at the first turn of a computation. */
  begin(): Promise<void> {
    return this.wait(this.newcomers);
  }

  /** Fulfilled at the next turn of a computation that has begun. */
  again(): Promise<void> {
    return this.wait(this.continuing, !this.isNewcomer);
  }

  /** Whether the slice of the computation that has the turn is used up. */
  get isOver(): boolean {
    return this.loop.now() >= this.sliceEndsAt;
  }

  private wait(queue: Waiting, isFirst = false): Promise<void> {
    return new Promise((resolve) => {
      if (isFirst) queue.unshift(resolve);
      else queue.push(resolve);
      if (!this.isScheduled) this.schedule();
    });
  }

  private schedule(): void {
    this.isScheduled = true;
    const askedAt = this.loop.now();
    this.loop.nextPass(() => void this.pass(this.loop.now() - askedAt));
  }

  private async pass(waitedMs: number): Promise<void> {
    const sliceMs = Math.min(Math.max(SLICE_MS, waitedMs * SHARE), SLICE_MS_MAX);
    const endsAt = this.loop.now() + sliceMs;
    do {
      this.sliceEndsAt = this.loop.now() + sliceMs;
      this.takeNext()?.();
      // It computes before this goes on.
      await Promise.resolve();
    } while (this.loop.now() < endsAt && this.count > 0);
    this.isScheduled = false;
    if (this.count > 0) this.schedule();
  }

  private takeNext(): (() => void) | undefined {
    const isNewcomer =
      this.continuing.length === 0 || (!this.isNewcomer && this.newcomers.length > 0);
    this.isNewcomer = isNewcomer;
    return isNewcomer ? this.newcomers.shift() : this.continuing.shift();
  }

  private get count(): number {
    return this.newcomers.length + this.continuing.length;
  }
}
