/**
 * Lets long computations share the process with everything else: in one pass of the event loop a
 * single one of them computes, for a slice of time. However many are asked for at once, sockets,
 * timers and other calls never wait for more than a slice.
 */

/** How long one computes before it waits for its next turn. */
const SLICE_MS = 2;

export class Turns {
  private readonly newcomers: (() => void)[] = [];
  private readonly continuing: (() => void)[] = [];
  private isScheduled = false;
  private sliceEndsAt = 0;

  /** Fulfilled at the first turn of a computation: newcomers, often short, go before long ones. */
  begin(): Promise<void> {
    return this.wait(this.newcomers);
  }

  /** Fulfilled at the next turn of a computation that has begun. */
  again(): Promise<void> {
    return this.wait(this.continuing);
  }

  /** Whether the slice of the computation that has the turn is used up. */
  get isOver(): boolean {
    return performance.now() >= this.sliceEndsAt;
  }

  private wait(queue: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      const next = this.newcomers.shift() ?? this.continuing.shift();
      this.sliceEndsAt = performance.now() + SLICE_MS;
      next?.();
      // An immediate of an immediate belongs to the next pass of the event loop.
      if (this.newcomers.length + this.continuing.length > 0) this.schedule();
    });
  }
}
